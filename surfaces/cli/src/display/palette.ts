import type { Environment, TerminalStream } from '@tandem/platform';
import picocolors from 'picocolors';

export type Palette = ReturnType<typeof picocolors.createColors>;

/** Colours on a terminal only; https://no-color.org and https://force-color.org say otherwise for others. */
export function hasColours({ variables }: Environment, stream: TerminalStream): boolean {
  if (isSet(variables['NO_COLOR'])) return false;
  const forced = variables['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY && variables['TERM'] !== 'dumb';
}

export function paletteFor(environment: Environment, stream: TerminalStream): Palette {
  return picocolors.createColors(hasColours(environment, stream));
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '';
}
