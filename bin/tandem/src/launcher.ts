#!/usr/bin/env node
// The first thing that runs, so it does next to nothing: `--version` is answered without loading a single module.
declare const TANDEM_VERSION: string;

const onlyArgument = process.argv.length === 3 ? process.argv[2] : undefined;
if (onlyArgument === '--version' || onlyArgument === '-V') {
  process.stdout.write(`${TANDEM_VERSION}\n`);
} else {
  // Node 22 and later keep compiled code between starts; Node 20, whose types we use, cannot.
  const enableCompileCache: unknown = Reflect.get(
    process.getBuiltinModule?.('node:module') ?? {},
    'enableCompileCache',
  );
  if (typeof enableCompileCache === 'function') enableCompileCache();
  void import('./program.js').then(({ main }) => main(process.argv.slice(2), TANDEM_VERSION));
}
