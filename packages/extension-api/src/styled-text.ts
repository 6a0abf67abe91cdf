type Colour = 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white';

/** A run of text with looks; every look is optional. */
export interface StyledSpan {
  readonly text: string;
  readonly foreground?: Colour | `bright_${Colour}`;
  readonly background?: Colour | `bright_${Colour}`;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly overline?: boolean;
  readonly strikethrough?: boolean;
  readonly blink?: boolean;
}

/** Text for people, in parts; a plain string is a part without looks. */
export interface StyledText {
  readonly parts: readonly (string | StyledSpan)[];
}

/** The same text for a reader that knows no looks. */
export function plainText(text: string | StyledText): string {
  if (typeof text === 'string') return text;
  return text.parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}
