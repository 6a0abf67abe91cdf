import { type Implementation, startService } from './service.js';

/** The other end of the suite as a process of its own: `node stdio-service.cjs ours`. */
startService(process.argv[2] as Implementation, { readable: process.stdin, writable: process.stdout });
