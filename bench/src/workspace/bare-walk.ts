import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';

/** The floor: walks a folder, reads the files that describe projects and parses them, nothing else. */
export async function bareWalk(dir: string): Promise<number> {
  let projects = 0;
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const entryPath = path.join(dir, entry.name);
    if (entry.isDirectory()) projects += await bareWalk(entryPath);
    else if (entry.name === 'package.json') JSON.parse(await readFile(entryPath, 'utf8'));
    else if (entry.name === 'finecode.toml') {
      parse(await readFile(entryPath, 'utf8'));
      projects += 1;
    }
  }
  return projects;
}
