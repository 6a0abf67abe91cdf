import path from 'node:path';
import { openWorld } from '../composition/world.js';
import { ExitCode } from '../exit-code.js';
import { usageError } from '../usage-error.js';

export interface TrustOptions {
  readonly remove?: boolean;
  readonly list?: boolean;
}

export async function executeTrust(dir: string | undefined, options: TrustOptions): Promise<number> {
  const { environment, files, trustedFolders } = openWorld();
  if (options.list) {
    for (const folder of await trustedFolders.list()) process.stdout.write(`${folder}\n`);
    return ExitCode.ok;
  }
  const folder = path.resolve(environment.cwd, dir ?? '');
  if (options.remove) {
    const wasTrusted = await trustedFolders.distrust(folder);
    process.stdout.write(
      wasTrusted ? `${folder} is no longer trusted.\n` : `${folder} is not on the list.\n`,
    );
    return wasTrusted ? ExitCode.ok : ExitCode.usage;
  }
  if ((await files.stat(folder))?.kind !== 'directory') {
    return usageError(`${folder} is not a folder`);
  }
  await trustedFolders.trust(folder);
  process.stdout.write(`${folder} is trusted: editors and assistants may run the code of its projects.\n`);
  return ExitCode.ok;
}
