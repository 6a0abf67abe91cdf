import { type ExtensionLoader, LoadError, type ModuleExports } from './extension-loader.js';

/** A loader for code that is part of the program: built-in handlers, and tests of the core. */
export function createStaticLoader(modules: ReadonlyMap<string, ModuleExports>): ExtensionLoader {
  return {
    load: async () => ({
      async exportsOf(specifier) {
        const found = modules.get(specifier);
        if (found !== undefined) return found;
        throw new LoadError(
          `There is no built-in module "${specifier}"; there are: ${[...modules.keys()].join(', ')}`,
        );
      },
      describeStack: (error) => error.stack ?? String(error),
      isCurrent: () => true,
    }),
  };
}
