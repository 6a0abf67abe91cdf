import { runnerMain } from '@tandem/runner';

/** `node-runner-child OPTIONS`: our runner, with its options as JSON. */
const [options = '{}'] = process.argv.slice(2);
void runnerMain(JSON.parse(options)).then((code) => process.exit(code));
