import type { SystemProcesses } from './processes.js';

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes sure that no child outlives this process, whether it exits or a signal ends it. The composition root
 * installs it once. A program with its own handler for a signal stays in charge of that signal.
 */
export function installExitHook(processes: SystemProcesses): Disposable {
  const onExit = () => processes.killAllNow();
  const onSignal = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) > 1) return;
    processes.killAllNow();
    uninstall();
    // Dying of the same signal tells our parent the truth about why we ended.
    process.kill(process.pid, signal);
  };
  const uninstall = () => {
    process.off('exit', onExit);
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  process.on('exit', onExit);
  for (const signal of endingSignals) process.on(signal, onSignal);
  return { [Symbol.dispose]: uninstall };
}
