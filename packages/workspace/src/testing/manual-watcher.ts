import type { FileWatcher } from '../projects/file-watcher.js';

export interface ManualWatcher extends FileWatcher {
  /** Says that a file changed. */
  touch(filePath: string): void;
  readonly watchedPaths: ReadonlySet<string>;
}

/** Files change when the test says so. */
export function createManualWatcher(): ManualWatcher {
  const watches = new Set<{ readonly paths: ReadonlySet<string>; readonly onChange: () => void }>();
  return {
    watch(filePaths, onChange) {
      const watch = { paths: new Set(filePaths), onChange };
      watches.add(watch);
      return { [Symbol.dispose]: () => void watches.delete(watch) };
    },
    touch(filePath) {
      for (const { paths, onChange } of [...watches]) if (paths.has(filePath)) onChange();
    },
    get watchedPaths() {
      return new Set([...watches].flatMap(({ paths }) => [...paths]));
    },
  };
}
