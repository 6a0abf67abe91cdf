import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TempProject extends AsyncDisposable {
  readonly dir: string;
  path(relative: string): string;
  write(relative: string, text: string): Promise<void>;
}

/** A folder with these files, gone at the end of the test. Its name has what careless path handling trips over. */
export async function createTempProject(files: Readonly<Record<string, string>>): Promise<TempProject> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'tandem project #1 é-')));
  const path = (relative: string): string => join(dir, relative);
  const write = async (relative: string, text: string): Promise<void> => {
    await mkdir(dirname(path(relative)), { recursive: true });
    await writeFile(path(relative), text);
  };
  for (const [relative, text] of Object.entries(files)) await write(relative, text);
  return { dir, path, write, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}
