import type { PayloadSchema } from '@tandem/contracts';
import { type Environment, pathsOf, pathToFileUri } from '@tandem/platform';
import type { RunWord } from '../arguments/parse-run-arguments.js';
import { payloadFor, type Schemas } from '../arguments/resolve-payload.js';
import type { Connection } from '../command-context.js';
import { CommandError } from '../command-error.js';
import type { PlannedAction } from './plan-actions.js';
import type { Slot } from './run-report.js';

export interface FileSelection {
  /** Absolute paths by project directory; `undefined`: no files were chosen. */
  readonly byProject: ReadonlyMap<string, readonly string[]> | undefined;
}

/** What the actions take. When it is not needed to read the words, it is no reason to give up that nobody can tell. */
export async function askSchemas(
  connection: Connection,
  actions: readonly PlannedAction[],
  { isNeeded, signal }: { readonly isNeeded: boolean; readonly signal: AbortSignal },
): Promise<Schemas> {
  const firsts = actions.filter(({ name }, index) => actions.findIndex((one) => one.name === name) === index);
  const asked = firsts.map(async ({ name, source, askProject }): Promise<[string, PayloadSchema | null]> => {
    try {
      const answer = await connection.request(
        'actions/getPayloadSchemas',
        { project: askProject, actionSources: [source], startRunners: true },
        { signal },
      );
      return [name, answer.schemas[source] ?? null];
    } catch (error) {
      if (isNeeded || signal.aborted) throw error;
      return [name, null];
    }
  });
  return new Map(await Promise.all(asked));
}

/** The payload of each action and project, from words whose meaning is settled. */
export function toSlots(
  planned: readonly PlannedAction[],
  words: readonly RunWord[],
  { schemas, files, environment }: { schemas: Schemas; files: FileSelection; environment: Environment },
): readonly Slot[] {
  const { os, cwd } = environment;
  const toUri = (path: string) => pathToFileUri(pathsOf(os).resolve(cwd, path), os);
  return planned.flatMap(({ name, source, project }) => {
    const schema = schemas.get(name) ?? null;
    const payload = payloadFor(schema, words, { toUri });
    const slot = { actionName: name, actionSource: source, ...(project !== undefined && { project }) };
    if (files.byProject === undefined) return [{ ...slot, payload }];
    const chosen = project === undefined ? undefined : files.byProject.get(project.path);
    if (chosen === undefined) return [];
    return [{ ...slot, payload: { ...payload, ...filesPayload(name, schema, chosen, toUri) } }];
  });
}

function filesPayload(
  action: string,
  schema: PayloadSchema | null,
  files: readonly string[],
  toUri: (path: string) => string,
): Readonly<Record<string, unknown>> {
  const field = schema?.properties['file_paths'];
  if (schema === null || field === undefined)
    throw new CommandError('usage', `${action} cannot be limited to files: it has no field file_paths`);
  const items = field['items'];
  const wantsUris =
    typeof items === 'object' && items !== null && 'format' in items && items.format === 'uri';
  return {
    file_paths: wantsUris ? files.map(toUri) : files,
    ...(Object.hasOwn(schema.properties, 'target') && { target: 'files' }),
  };
}
