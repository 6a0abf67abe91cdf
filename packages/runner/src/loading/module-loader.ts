import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as extensionApi from '@tandem/extension-api';
import {
  type ExtensionLoader,
  LoadError,
  type LoadedModules,
  type LoadPlace,
  type ModuleExports,
} from '../core/extension-loader.js';
import { type Bundle, bundleModules } from './bundle.js';
import { compileUncached } from './compile-uncached.js';
import { apiSpecifiers } from './extension-boundary.js';
import { SourcePositions } from './source-positions.js';

type Entries = Readonly<Record<string, () => Promise<ModuleExports>>>;

/**
 * Loads TypeScript and JavaScript from the project and its packages. The code is compiled as a plain function and
 * not as a module of Node's, whose module cache would keep every version for ever.
 */
export function createModuleLoader(): ExtensionLoader {
  let loads = 0;
  return {
    async load(specifiers, place) {
      const unique = [...new Set(specifiers)];
      if (unique.length === 0) return noModules;
      loads += 1;
      return runBundle(
        await bundleModules(unique, place),
        place,
        join(place.projectDir, `[extensions ${loads}]`),
      );
    },
  };
}

const noModules: LoadedModules = {
  exportsOf: async (specifier) => {
    throw new LoadError(`"${specifier}" was not loaded`);
  },
  describeStack: (error) => error.stack ?? String(error),
  isCurrent: () => true,
};

function runBundle({ code, failures, inputs }: Bundle, place: LoadPlace, fileName: string): LoadedModules {
  const positions = new SourcePositions(code, fileName, place.projectDir);
  const describeStack = (error: Error): string => positions.translate(error.stack ?? String(error));
  const entries = evaluate(code, fileName, place.projectDir);
  const loaded = new Map<string, Promise<ModuleExports>>();

  const run = async (specifier: string): Promise<ModuleExports> => {
    const failure = failures.get(specifier);
    if (failure !== undefined) throw new LoadError(failure);
    const entry = entries[specifier];
    if (entry === undefined) throw new LoadError(`"${specifier}" was not loaded`);
    try {
      return await entry();
    } catch (error) {
      const description = error instanceof Error ? describeStack(error) : String(error);
      throw new LoadError(`"${specifier}" failed while loading: ${description}`, { cause: error });
    }
  };

  return {
    exportsOf(specifier) {
      const known = loaded.get(specifier);
      if (known !== undefined) return known;
      const exports = run(specifier);
      loaded.set(specifier, exports);
      return exports;
    },
    describeStack,
    isCurrent: () => inputs.areUnchanged(),
  };
}

function evaluate(code: string, fileName: string, projectDir: string): Entries {
  const requireFromProject = createRequire(join(projectDir, 'extensions.cjs'));
  const requireForExtensions = (specifier: string): unknown =>
    apiSpecifiers.includes(specifier) ? extensionApi : requireFromProject(specifier);
  const module: { exports: Entries } = { exports: {} };
  compileUncached(code, ['module', 'exports', 'require'], fileName)(
    module,
    module.exports,
    Object.assign(requireForExtensions, { resolve: requireFromProject.resolve }),
  );
  return module.exports;
}
