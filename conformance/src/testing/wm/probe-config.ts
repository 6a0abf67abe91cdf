import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ConfiguredHandler {
  readonly name: string;
  readonly source: string;
  readonly env: string;
  readonly word: string | undefined;
}

export interface ConfiguredAction {
  readonly name: string;
  readonly source: string;
  readonly handlers: readonly ConfiguredHandler[];
}

/** The actions of a project of the probe, which is written in one way only; `undefined` for one that is broken. */
export function readProbeConfig(projectDir: string): readonly ConfiguredAction[] | undefined {
  const preset = join(projectDir, 'preset', 'preset.toml');
  const text = readFileSync(join(projectDir, 'finecode.toml'), 'utf8');
  if (text.includes('handlers = 5')) return undefined;
  return [text, existsSync(preset) ? readFileSync(preset, 'utf8') : ''].flatMap(readActions);
}

function readActions(text: string): readonly ConfiguredAction[] {
  return text
    .split(/^(?=\[(?:tool\.)?finecode\.action\.\w+\])/m)
    .filter((table) => table.includes('finecode.action.'))
    .map((table) => {
      const [head = '', ...handlers] = table.split('[[');
      return {
        name: /action\.(\w+)\]/.exec(head)?.[1] ?? '',
        source: textOf(head, 'source'),
        handlers: handlers.map((handler) => ({
          name: textOf(handler, 'name'),
          source: textOf(handler, 'source'),
          env: textOf(handler, 'env'),
          word: /word = "(.*)"/.exec(handler)?.[1],
        })),
      };
    });
}

function textOf(table: string, key: string): string {
  return new RegExp(`^${key} = "(.*)"$`, 'm').exec(table)?.[1] ?? '';
}
