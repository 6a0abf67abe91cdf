import type { JsonObject, PayloadSchema } from '@tandem/contracts';
import type { RunArguments } from '../arguments/parse-run-arguments.js';
import { typeOf } from '../arguments/payload-value.js';
import { fieldSpelling, namedActions } from '../arguments/resolve-payload.js';
import type { CommandContext } from '../command-context.js';
import { complaintText } from '../display/complaint-text.js';
import { renderTable } from '../display/table.js';
import { visible, visibleLine } from '../display/terminal-text.js';
import { brokenAmong } from './config-complaints.js';
import { addDir, connectTo, workDirOf } from './open-workspace.js';
import { askSchemas } from './payloads.js';
import { isNamed, planActions } from './plan-actions.js';
import { projectFilter, selectProjects } from './project-selection.js';

/** What the actions on a command line take, as far as the workspace can tell. */
export async function describeActions(args: RunArguments, context: CommandContext): Promise<string> {
  const { environment, signal } = context;
  const workDir = workDirOf(args.workDir, context);
  await using connection = await connectTo(context, { server: args.server, workDir, signal });
  const added = await addDir(connection, { dirPath: workDir, startRunners: false }, signal);
  const filter = projectFilter(args.projects, environment);
  const projects = selectProjects(added.projects, filter, environment);
  const { actions } = await connection.request('actions/list', {}, { signal });
  const actionNames = namedActions(args.words, (name) => actions.some((action) => isNamed(action, name)));
  const { planned, unknown } = planActions({ actionNames, actions, projects, hasFilter: false });
  const schemas = await askSchemas(connection, planned, { isNeeded: false, signal });
  // With a project that cannot be read, an action that seems unknown may well be there.
  const broken = unknown.length > 0 ? brokenAmong(projects, added.errorsSaid, environment.os) : [];
  return [
    ...[...schemas].map(([action, schema]) => describeAction(visibleLine(action), schema)),
    ...unknown.map(({ message }) => `${visible(message)}\n`),
    ...broken.map((one) => `${visibleLine(one.project.name)}\n${complaintText(one)}`),
  ]
    .map((part) => `\n${part}`)
    .join('');
}

function describeAction(action: string, schema: PayloadSchema | null): string {
  if (schema === null) return `Nobody could tell which fields ${action} has.\n`;
  const about = schema.description === undefined ? '' : ` (${visibleLine(schema.description.trim())})`;
  const rows = Object.entries(schema.properties).map(([name, field]) => [
    fieldSpelling(name),
    typeText(field),
    schema.required.includes(name) ? 'required' : '',
    typeof field['description'] === 'string' ? field['description'] : '',
  ]);
  if (rows.length === 0) return `${action}${about} has no fields.\n`;
  return `Fields of ${action}${about}:\n${renderTable(rows, '  ')}`;
}

function typeText(field: JsonObject): string {
  if (Array.isArray(field['enum'])) return field['enum'].map(String).join('|');
  const type = typeOf(field) ?? 'any';
  const { items } = field;
  if (type !== 'array' || typeof items !== 'object' || items === null) return type;
  return `list of ${typeText({ ...items })}`;
}
