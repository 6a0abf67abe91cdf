/**
 * Aborts when a person presses Ctrl-C or somebody asks the process to end, so that what runs can stop its children.
 * Who asks twice does not want to wait.
 */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort(new Error(`interrupted by ${signal}`));
    });
  }
  return controller.signal;
}
