import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renderDocs } from './render-docs.js';

const docsDir = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const files = renderDocs();

describe('committed documentation', () => {
  it.each([...files])('docs/%s is up to date', (path, text) => {
    // A diff of a whole page helps nobody.
    const isCurrent = readText(path) === text;
    expect(isCurrent, `docs/${path} is out of date: run npm run docs`).toBe(true);
  });

  it.each(['protocols', 'schemas'])('docs/%s has no other files', (folder) => {
    const known = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
    const present = readdirSync(`${docsDir}${folder}`).map((name) => `${folder}/${name}`);
    expect(present.sort()).toEqual(known.sort());
  });
});

function readText(path: string): string | undefined {
  try {
    // A checkout may have changed the line ends.
    return readFileSync(`${docsDir}${path}`, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
