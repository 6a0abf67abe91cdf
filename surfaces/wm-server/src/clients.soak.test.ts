import { soakPlan } from '@tandem/testkit';
import type { WorkspaceConnection } from '@tandem/workspace-client';
import { expect, test } from 'vitest';
import { demoSource } from './testing/demo-workspace.js';
import { refusal } from './testing/refusal.js';
import { startTestWorkspace } from './testing/test-daemon.js';

const clientCount = 8;

test('many clients, mixed requests, some cancelled, some clients gone: all answered, none crossed', {
  timeout: 3_600_000,
}, async () => {
  const plan = soakPlan('mixed requests to the Workspace Manager', { sample: 800, full: 10_000 });
  const { connect, wm, workspaceRoot, daemon } = await startTestWorkspace();
  const run = (client: WorkspaceConnection, name: string, text: string, signal?: AbortSignal) => {
    const params = { actionSource: demoSource(name), project: workspaceRoot, params: { text } };
    return client.request('actions/run', params, signal === undefined ? {} : { signal });
  };
  const kinds: readonly ((client: WorkspaceConnection, text: string) => Promise<void>)[] = [
    async (client, text) => {
      expect((await run(client, 'echo', text)).resultByFormat?.json).toMatchObject({ text });
    },
    async (client, text) => {
      const cancel = new AbortController();
      const answer = refusal(run(client, 'wait', text, cancel.signal));
      setImmediate(() => cancel.abort());
      expect(await answer).toMatchObject({ code: -32800 });
    },
    async (client) => {
      const filePath = `${workspaceRoot}/a.ts`;
      const found = await client.request('workspace/findProjectForFile', { filePath });
      expect(found).toEqual({ project: workspaceRoot });
    },
    async (client, text) => {
      const refused = await refusal(client.request('actions/list', { project: `/nope/${text}` }));
      expect(refused.message).toContain(`/nope/${text}`);
    },
    async (client, token) => {
      let parts = 0;
      using _listening = client.on('actions/partialResult', (part) => {
        if (part.token === token) parts += 1;
      });
      const stream = { actionSource: demoSource('stream'), project: workspaceRoot };
      await client.request('actions/run', { ...stream, partialResultToken: token });
      expect(parts).toBe(3);
    },
    async () => {
      const guest = connect();
      const left = refusal(run(guest, 'wait', ''));
      await guest.request('server/getInfo', {});
      await guest.close();
      await left;
    },
  ];
  const clients = Array.from({ length: clientCount }, () => connect());
  await Promise.all(
    clients.map(async (client, number) => {
      for (let index = number; index < plan.count; index += clientCount) {
        const kind = kinds[(index * 7 + number) % kinds.length];
        await kind?.(client, `${number}/${index}`);
      }
    }),
  );
  expect(await wm.request('workspace/listProjects', {})).toHaveLength(1);
  await daemon.stop('the test is over');
});
