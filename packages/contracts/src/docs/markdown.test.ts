import { describe, expect, it } from 'vitest';
import { anchor, joinBlocks, link, prose, table } from './markdown.js';

describe('Markdown', () => {
  it.each([
    ['<project>::<env>', '&lt;project>::&lt;env>'],
    ['`<project>` and <env>', '`<project>` and &lt;env>'],
    ['2 * 3', '2 \\* 3'],
    ['`a*`', '`a*`'],
  ])('prose %s', (text, expected) => {
    expect(prose(text)).toBe(expected);
  });

  it.each([
    ['`workspace/addDir`', 'workspaceadddir'],
    ['`$/logMessage`', 'logmessage'],
    ['`follow_up`', 'follow_up'],
    ['Host tools', 'host-tools'],
  ])('anchor of %s', (heading, expected) => {
    expect(anchor(heading)).toBe(expected);
  });

  it('keeps bars and line breaks inside their cell', () => {
    expect(table(['A', 'B'], [['a | b', 'c\n  d']])).toBe('| A | B |\n| --- | --- |\n| a \\| b | c d |');
  });

  it('links to headings', () => {
    expect(link('here', 'Host tools')).toBe('[here](#host-tools)');
  });

  it('leaves no gap for an empty block', () => {
    expect(joinBlocks(['a', '', 'b'])).toBe('a\n\nb');
  });
});
