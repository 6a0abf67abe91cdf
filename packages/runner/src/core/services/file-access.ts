import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ActionFailed, type FileAccess } from '@tandem/extension-api';
import type { FileSystem } from '@tandem/platform';
import { type DocumentOverlay, endOf } from '../documents.js';
import type { RunnerHost } from '../runner-host.js';

export interface FileAccessParts {
  readonly projectDir: string;
  readonly documents: DocumentOverlay;
  readonly fileSystem: FileSystem;
  readonly host: Pick<RunnerHost, 'applyEdit'>;
}

/** Files with the open documents above them. */
export function createFileAccess({ projectDir, documents, fileSystem, host }: FileAccessParts): FileAccess {
  const pathOf = (file: string): string =>
    file.startsWith('file:') ? fileURLToPath(file) : resolve(projectDir, file);
  const readText = async (path: string): Promise<{ text: string; isOpen: boolean }> => {
    const document = documents.find(path);
    if (document !== undefined) return { text: document.text, isOpen: true };
    return { text: await fileSystem.readText(path), isOpen: false };
  };

  return {
    read: async (file) => (await readText(pathOf(file))).text,
    async readSnapshot(file) {
      const { text, isOpen } = await readText(pathOf(file));
      return { text, isOpen, version: createHash('sha256').update(text).digest('hex') };
    },
    async write(file, text) {
      const path = pathOf(file);
      const document = documents.find(path);
      if (document === undefined) return fileSystem.writeAtomic(path, text);
      if (document.text === text) return;
      const range = { start: { line: 0, character: 0 }, end: endOf(document.text) };
      const { uri, version } = document;
      const outcome = await host.applyEdit({ uri, version, range, newText: text });
      if (outcome.kind === 'refused')
        throw new ActionFailed(`The editor did not change ${path}: ${outcome.reason}`);
    },
  };
}
