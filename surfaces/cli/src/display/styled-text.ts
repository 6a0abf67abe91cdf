import type { ResultByFormat } from '@tandem/contracts';
import type { Palette } from './palette.js';
import { visible } from './terminal-text.js';

type Paint = (text: string) => string;

/** The text of a result, with its colours when there are any; empty when it has none. */
export function resultText({ string, styled_text_json: styled }: ResultByFormat, palette: Palette): string {
  if (styled === undefined) return visible(string ?? '');
  return styled.parts
    .map((part) => (typeof part === 'string' ? visible(part) : paintPart(part, palette)))
    .join('');
}

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'gray'] as const;
const decorations = {
  bold: 'bold',
  underline: 'underline',
  italic: 'italic',
  strikethrough: 'strikethrough',
} as const;

/** Unknown styles are left out: text without its colour still says what it has to say. */
function paintPart(
  part: { readonly text: string; readonly [style: string]: unknown },
  palette: Palette,
): string {
  const paints: Paint[] = [];
  const colour = colours.find((name) => name === part['foreground']);
  if (colour !== undefined) paints.push(palette[colour]);
  for (const [style, name] of Object.entries(decorations)) {
    if (part[style] === true) paints.push(palette[name]);
  }
  return paints.reduce((text, paint) => paint(text), visible(part.text));
}
