import type { NestedRun, RunnerHost, WorkspaceEdit } from '@tandem/workspace';

export interface RecordingHost extends RunnerHost {
  readonly edits: WorkspaceEdit[];
  readonly nested: Omit<NestedRun, 'events' | 'signal'>[];
  readonly messages: string[];
  readonly logs: { readonly level: string; readonly group: string; readonly message: string }[];
}

/** A workspace of one project that agrees to everything and remembers it. */
export function createRecordingHost(over: Partial<RunnerHost> = {}): RecordingHost {
  const edits: WorkspaceEdit[] = [];
  const nested: RecordingHost['nested'] = [];
  const messages: string[] = [];
  const logs: RecordingHost['logs'] = [];
  return {
    edits,
    nested,
    messages,
    logs,
    applyEdit: async (edit) => {
      edits.push(edit);
      return { applied: true };
    },
    rawConfig: async (projectFile) => ({ file: projectFile }),
    projects: () => [
      { dir: '/repo/a', name: 'a', status: 'valid', isInitialised: true, problems: [] },
      { dir: '/repo/b', name: 'b', status: 'not-configured', isInitialised: true, problems: [] },
    ],
    actions: () => [
      { projectDir: '/repo/a', name: 'lint', source: 'x.Lint', canonicalSource: 'x.lint.Lint', handlers: [] },
    ],
    editablePackages: async () => ({ a: '/repo/a' }),
    runInProject: async ({ events, signal: _, ...run }) => {
      nested.push(run);
      await events.partial?.({ json: { part: 1 } });
      return { result: { whole: true }, returnCode: 1 };
    },
    runInWorkspace: async ({ events: _, signal: __, ...run }) => {
      nested.push(run);
      return { '/repo/a': { n: 1 } };
    },
    subactions: async (parent) => [{ source: 'x.Py', canonicalSource: `${parent}.Py`, language: 'python' }],
    userMessage: (message, kind) => void messages.push(`${kind}: ${message}`),
    logRecord: ({ level, group, message }) => void logs.push({ level, group, message }),
    ...over,
  };
}
