import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A workspace of `count` projects, ten to a folder, each with a manifest, a configuration and a source folder. */
export async function generateProjects(rootDir: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const dir = path.join(rootDir, `group-${Math.floor(index / 10)}`, `project-${index}`);
    await mkdir(path.join(dir, 'src'), { recursive: true });
    const manifest = { name: `project-${index}`, version: '1.0.0', type: 'module' };
    await writeFile(path.join(dir, 'package.json'), JSON.stringify(manifest, null, 2));
    await writeFile(path.join(dir, 'finecode.toml'), configuration(index));
    await writeFile(path.join(dir, 'src', 'index.ts'), 'export const answer = 42;\n');
  }
}

function configuration(index: number): string {
  const action = (name: string, handlers: readonly string[]) =>
    [
      `[finecode.action.${name}]`,
      `source = "./actions.ts#${name}"`,
      ...handlers.flatMap((handler) => [
        `[[finecode.action.${name}.handlers]]`,
        `name = "${handler}"`,
        `source = "./handlers.ts#${handler}"`,
        'env = "dev"',
        `config = { level = ${index}, exclude = ["vendor", "generated"] }`,
      ]),
    ].join('\n');
  return `[finecode.env.dev]
runtime = "node"

${action('lint', ['rules', 'spelling'])}

${action('format', ['layout'])}
`;
}

/** One project with an action that does nothing, and one that tells about the runner. */
export async function generateIdleProject(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeFile(
    path.join(dir, 'finecode.toml'),
    `[finecode.env.dev]
runtime = "node"

[finecode.action.idle]
source = "./idle.ts#idle"
handlers = [{ name = "nothing", source = "./idle.ts#nothing", env = "dev" }]

[finecode.action.memory]
source = "./idle.ts#memory"
handlers = [{ name = "resident", source = "./idle.ts#resident", env = "dev" }]
`,
  );
  await writeFile(
    path.join(dir, 'idle.ts'),
    `import { defineAction, defineHandler, z } from 'tandem/extension-api';

export const idle = defineAction({ name: 'idle', result: { schema: z.object({}) } });
export const nothing = defineHandler({ action: idle, run: () => ({}) });

export const memory = defineAction({ name: 'memory', result: { schema: z.object({ bytes: z.int() }) } });
export const resident = defineHandler({
  action: memory,
  run: () => ({ bytes: process.memoryUsage.rss() }),
});
`,
  );
}
