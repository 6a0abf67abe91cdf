import * as z from 'zod';
import { openObject } from '../core/wire-object.js';

/** What a host asks its user for before it runs a tool. */
type Approval = 'none' | 'read' | 'edit' | 'execute' | 'browser' | 'mcp';

export interface HostTool<Input extends z.ZodType = z.ZodType> {
  readonly doc: string;
  readonly approval: Approval;
  readonly input: Input;
}

/** Every tool gives text, or blocks of text and images. */
export const HostToolResult = z.union([
  z.string(),
  z.array(
    z.discriminatedUnion('type', [
      openObject({ type: z.literal('text'), text: z.string() }),
      openObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
    ]),
  ),
]);

// Tools of this family were once written as XML, so every value may arrive as a string.
const Flag = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: 'expected a boolean, or "true" or "false"' })
  .transform((value) => value === true || value === 'true');
const JsonText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON text' });
    return z.NEVER;
  }
});
const JsonObject = z.record(z.string(), z.unknown());
const Arguments = z.union([JsonObject, JsonText.pipe(JsonObject)], {
  error: 'expected an object, or the JSON text of one',
});
const Options = z.union([z.array(z.string()), JsonText.pipe(z.array(z.string()))], {
  error: 'expected an array of strings, or the JSON text of one',
});

const Path = z.string().min(1).describe('Relative to the workspace.');

function tool<Input extends z.ZodType>(approval: Approval, doc: string, input: Input): HostTool<Input> {
  return { doc, approval, input };
}

/** The tools that a backend can expect of a host, by the name it gives in `$/requestToolExecution`. */
export const apexHostTools = {
  execute_command: tool(
    'execute',
    'Run a command in the terminal of the editor.',
    openObject({
      command: z.string().min(1),
      requires_approval: Flag.optional().describe('A hint of the model; the host decides for itself.'),
    }),
  ),
  read_file: tool('read', 'Read a file.', openObject({ path: Path })),
  write_to_file: tool(
    'edit',
    'Replace the content of a file, or create it; gives the content as the user left it.',
    openObject({ path: Path, content: z.string() }),
  ),
  replace_in_file: tool(
    'edit',
    'Replace parts of a file.',
    openObject({
      path: Path,
      diff: z.string().min(1).describe('Blocks of text to search and to put in.'),
    }),
  ),
  search_files: tool(
    'read',
    'Search files for a regular expression.',
    openObject({
      path: Path,
      regex: z.string().min(1),
      file_pattern: z.string().nullish().describe('Glob of the file names to look into.'),
    }),
  ),
  list_files: tool(
    'read',
    'List a folder.',
    openObject({ path: Path, recursive: Flag.nullish().describe('False when left out.') }),
  ),
  list_code_definition_names: tool(
    'read',
    'Names that the source files of a folder define.',
    openObject({ path: Path }),
  ),
  browser_action: tool(
    'browser',
    'Drive a browser one step.',
    openObject({
      action: z.enum(['launch', 'click', 'type', 'scroll_down', 'scroll_up', 'close']),
      url: z.string().nullish(),
      coordinate: z.string().nullish().describe('`x,y`.'),
      text: z.string().nullish(),
    }),
  ),
  use_mcp_tool: tool(
    'mcp',
    'Call a tool of an MCP server that the host is connected to.',
    openObject({ server_name: z.string().min(1), tool_name: z.string().min(1), arguments: Arguments }),
  ),
  access_mcp_resource: tool(
    'mcp',
    'Read a resource of an MCP server that the host is connected to.',
    openObject({ server_name: z.string().min(1), uri: z.string().min(1) }),
  ),
  ask_followup_question: tool(
    'none',
    'Ask the user.',
    openObject({
      question: z.string().min(1),
      options: Options.nullish().describe('Answers to choose from.'),
    }),
  ),
  plan_mode_respond: tool(
    'none',
    'Tell the user about the plan while planning.',
    openObject({ response: z.string(), options: Options.nullish() }),
  ),
  attempt_completion: tool(
    'none',
    'Present the result of the task.',
    openObject({
      result: z.string(),
      command: z.string().nullish().describe('Command that shows the result.'),
    }),
  ),
} as const;

export type ApexHostToolName = keyof typeof apexHostTools;
