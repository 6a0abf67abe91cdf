import type * as z from 'zod';
import { type Decoded, decode } from '../core/codec.js';
import { type LspCommand, type LspCommandName, lspCommands } from './commands.js';

type ArgumentOf<Name extends LspCommandName> = z.output<(typeof lspCommands)[Name]['argument']>;

export function isLspCommand(name: string): name is LspCommandName {
  return Object.hasOwn(lspCommands, name);
}

/** Reads the arguments of a command in every shape that clients send: `x`, `[x]`, `[[x]]`, `[x, more]`. */
export function readCommand<Name extends LspCommandName>(
  name: Name,
  args: unknown,
): Decoded<ArgumentOf<Name>> {
  const command: LspCommand = lspCommands[name];
  // The table is keyed by name; the compiler cannot follow one name through it.
  return decode(command.argument, named(command, unwrapped(args))) as Decoded<ArgumentOf<Name>>;
}

function unwrapped(args: unknown): unknown {
  const [first] = Array.isArray(args) ? args : [args];
  return Array.isArray(first) ? first[0] : first;
}

function named({ argument: schema, bareKey }: LspCommand, argument: unknown): unknown {
  const readsNothing = Object.keys(schema.shape).length === 0;
  if (readsNothing || argument === undefined || argument === null) return {};
  if (bareKey !== undefined && typeof argument === 'string') return { [bareKey]: argument };
  return argument;
}
