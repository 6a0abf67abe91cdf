import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface PackageManifest {
  readonly type?: unknown;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, unknown>>;
}

/** Answers questions about the packages that files belong to, reading each `package.json` once. */
export class PackageManifests {
  readonly #byDir = new Map<string, Promise<PackageManifest | undefined>>();

  /** Whether Node would load the file as an ES module. */
  async isEsModule(filePath: string): Promise<boolean> {
    if (filePath.endsWith('.mjs')) return true;
    if (!filePath.endsWith('.js')) return false;
    return (await this.#nearest(dirname(filePath)))?.type === 'module';
  }

  /** Whether the file belongs to a package that says it needs `packageName`. */
  async dependsOn(filePath: string, packageName: string): Promise<boolean> {
    const manifest = await this.#nearest(dirname(filePath));
    return [manifest?.dependencies, manifest?.peerDependencies].some(
      (names) => names?.[packageName] !== undefined,
    );
  }

  #nearest(dir: string): Promise<PackageManifest | undefined> {
    const known = this.#byDir.get(dir);
    if (known !== undefined) return known;
    const parent = dirname(dir);
    const found = readManifest(join(dir, 'package.json')).then(
      (manifest) => manifest ?? (parent === dir ? undefined : this.#nearest(parent)),
    );
    this.#byDir.set(dir, found);
    return found;
  }
}

/** A manifest that is absent or broken is none: Node treats the files around it the same way. */
async function readManifest(path: string): Promise<PackageManifest | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as PackageManifest;
  } catch {
    return undefined;
  }
}
