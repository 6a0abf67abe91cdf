import { erDialectSpecs } from '../er/dialects.js';
import { dialectPage } from './dialect-page.js';
import { protocolPage } from './protocol-page.js';
import { listProtocols } from './protocols.js';
import { schemaFile } from './schema-file.js';

/** Every file that is written from the contracts: path below `docs/` → content. */
export function renderDocs(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const protocol of listProtocols()) {
    const { name } = protocol.contract;
    files.set(`protocols/${name}.md`, protocolPage(protocol));
    files.set(`schemas/${name}.json`, schemaFile(protocol));
  }
  files.set('protocols/dialects.md', dialectPage(erDialectSpecs));
  return files;
}
