const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a terminal shows as two columns: East Asian wide characters, and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const plainAscii = /^[\x20-\x7e]*$/;

/** Columns that a text takes on a terminal; it must hold no control characters. */
export function displayWidth(text: string): number {
  if (plainAscii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Cuts a text that is too wide, and says so with an ellipsis. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  return columns < 1 ? '' : `${takeColumns(text, columns - 1)}…`;
}

/** As much of the beginning as fits. */
export function takeColumns(text: string, columns: number): string {
  let width = 0;
  let taken = '';
  for (const { segment } of segmenter.segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns) break;
    taken += segment;
  }
  return taken;
}

/**
 * Makes text of tools and files harmless: an escape sequence in it could move the cursor, change colours or worse.
 * Control characters become their pictures; line breaks and tabs stay.
 */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[\0-\x08\x0b-\x1f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)))
    .replace(/[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** A label before each line: servers put several messages of one kind into one. */
export function labelled(label: string, text: string): string {
  return visible(text).replace(/^(?=.)/gm, () => `${label} `);
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visible(text)
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ');
}

function graphemeWidth(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}
