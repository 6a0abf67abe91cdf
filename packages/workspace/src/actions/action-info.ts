export interface HandlerInfo {
  readonly name: string;
  readonly source: string;
  readonly envName: string;
}

export interface ActionInfo {
  readonly projectDir: string;
  readonly name: string;
  /** As configured; any path to the same class will do to run it. */
  readonly source: string;
  readonly handlers: readonly HandlerInfo[];
  /** What only a runner can tell; unknown until one that can load the action has started. */
  readonly canonicalSource?: string;
  readonly scope?: 'project' | 'workspace';
  readonly parentActionSource?: string;
  readonly language?: string;
  /** `<path>:<line>` of the class. */
  readonly location?: string;
}
