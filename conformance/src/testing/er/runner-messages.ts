import type { Meta, Notes } from './probe-handlers.js';
import type { Change } from './reference-documents.js';

export interface HandlerConfig {
  readonly name: string;
  readonly source: string;
  readonly env: string;
  readonly config: { readonly word?: string };
}

export interface ActionConfig {
  readonly name: string;
  readonly source: string;
  readonly handlers: readonly HandlerConfig[];
}

export interface UpdateConfig {
  readonly workingDir: string;
  readonly projectName: string;
  readonly projectDefPath: string;
  readonly config: {
    readonly actions: readonly ActionConfig[];
    readonly action_handler_configs: Readonly<Record<string, { readonly word?: string }>>;
    readonly services?: readonly { readonly config: { readonly word: string } }[];
    readonly handlers_to_initialize?: Readonly<Record<string, readonly string[]>>;
  };
}

export interface RunParams {
  readonly actionName: string;
  readonly params: { readonly text?: unknown; readonly file?: string };
  readonly handlerNames?: readonly string[];
  readonly previousResult?: Notes | null;
  readonly options: RunOptions | null;
}

export interface RunOptions {
  readonly meta?: Partial<Meta>;
  readonly resultFormats?: readonly string[];
  readonly partialResultToken?: string | number;
  readonly walRunId?: string;
}

export interface DocumentParams {
  readonly textDocument: { readonly uri: string; readonly text?: string };
  readonly contentChanges?: readonly Change[];
}
