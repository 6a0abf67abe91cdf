export interface LoadPlace {
  /** Relative files and npm packages are looked up from here. */
  readonly projectDir: string;
  /** Where packages of the environment are, best first; after them comes what Node itself would find. */
  readonly nodeModulesDirs: readonly string[];
}

export type ModuleExports = Readonly<Record<string, unknown>>;

/** Modules that were loaded together: what two of them import, they share. */
export interface LoadedModules {
  /** Runs the module when it is first asked for. Rejects with a message that names file, line and problem. */
  exportsOf(specifier: string): Promise<ModuleExports>;
  /** The stack of an error that extension code threw, in terms of the author's files. */
  describeStack(error: Error): string;
  /** Whether loading now would give the same code. Cheap: it is asked before every run. */
  isCurrent(): boolean;
}

/** How a runner gets at extension code. Every call loads it anew. */
export interface ExtensionLoader {
  load(specifiers: readonly string[], place: LoadPlace): Promise<LoadedModules>;
}

/** Extension code could not be loaded; the message is for its author. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}
