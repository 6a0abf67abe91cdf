import type { Readable, Writable } from 'node:stream';
import type { EchoClient } from './echo-client.js';

/**
 * The floor: frames and JSON, nothing else. No error can be answered, nothing can be cancelled, a header must come in one
 * form only. What a JSON-RPC peer costs is what it adds to this.
 */
export function bareEchoServer(readable: Readable, writable: Writable): void {
  readFrames(readable, (body) => {
    const { id, params } = JSON.parse(body);
    writable.write(frame(JSON.stringify({ jsonrpc: '2.0', id, result: params })));
  });
}

export function bareEchoClient(readable: Readable, writable: Writable): EchoClient {
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  readFrames(readable, (body) => {
    const { id } = JSON.parse(body);
    const done = waiting.get(id);
    waiting.delete(id);
    done?.();
  });
  return {
    echo(params, done) {
      lastId += 1;
      waiting.set(lastId, done);
      writable.write(frame(JSON.stringify({ jsonrpc: '2.0', id: lastId, method: 'echo', params })));
    },
  };
}

function frame(json: string): string {
  return `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

function readFrames(readable: Readable, onBody: (body: string) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = -1;
  readable.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (wanted > size) return;
    let buffer = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    for (;;) {
      const headerEnd = buffer.indexOf('\r\n\r\n');
      if (headerEnd === -1) break;
      const bodyStart = headerEnd + 4;
      const bodyEnd = bodyStart + Number(buffer.toString('latin1', 'Content-Length: '.length, headerEnd));
      wanted = bodyEnd;
      if (buffer.length < bodyEnd) break;
      onBody(buffer.toString('utf8', bodyStart, bodyEnd));
      buffer = buffer.subarray(bodyEnd);
      wanted = -1;
    }
    chunks = [buffer];
    size = buffer.length;
  });
}
