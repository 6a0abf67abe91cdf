import { describe, expect, it } from 'vitest';
import { code } from './markdown.js';
import { protocolPage } from './protocol-page.js';
import { listProtocols } from './protocols.js';

const pages = listProtocols().map(
  (protocol) => [protocol.contract.name, protocol, protocolPage(protocol)] as const,
);

describe.each(pages)('page of %s', (_name, { contract, requirements, appendices }, page) => {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);

  it('has links that lead somewhere', () => {
    // The rule by which code hosts make anchors, written down once more, so that a mistake in ours shows.
    const anchors = headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[`/$.():,]/g, '')
        .replaceAll(' ', '-'),
    );
    const targets = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => !anchors.includes(target ?? ''))).toEqual([]);
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
  });

  it('has every message, error, appendix and rule', () => {
    for (const name of Object.keys(contract.methods)) expect(headings).toContain(code(name));
    for (const { title, entries } of appendices) {
      expect(headings).toContain(title);
      for (const { name } of entries) expect(headings).toContain(code(name));
    }
    const errors = page.slice(page.indexOf('\n## Errors'));
    for (const name of Object.keys(contract.errors)) expect(errors).toContain(`| ${code(name)} |`);
    const rules = page.slice(page.indexOf('\n## Rules'));
    for (const { id } of requirements) expect(rules).toContain(`- ${code(id)}: `);
  });

  it('has tables whose rows fit their header', () => {
    const width = (line: string) => line.split(/(?<!\\)\|/).length;
    for (const block of page.split('\n\n').filter((part) => part.startsWith('|'))) {
      const widths = block.trimEnd().split('\n').map(width);
      expect([block, new Set(widths).size]).toEqual([block, 1]);
    }
  });

  it('has no leftovers of the machine', () => {
    expect(page).not.toMatch(/\[object Object\]|\bundefined\b|\bNaN\b|__schema/);
  });
});
