import { expectEqual } from '../../er/expect.js';
import type { WmCheck } from '../check.js';
import { settingsHandlers } from '../probe/project.js';
import type { WmSession } from '../session.js';

const [first, second] = settingsHandlers;

async function expectWords(session: WmSession, project: string, ...words: readonly string[]): Promise<void> {
  expectEqual('the words of the two handlers', await session.notes({ project, action: 'settings' }), words);
}

/** `workspace/setConfigOverrides`. */
export const overridingChecks: readonly WmCheck[] = [
  {
    id: 'overriding/result',
    title: 'workspace/setConfigOverrides answers with an empty object',
    proves: ['wm/overrides/result'],
    async run(session) {
      expectEqual('the result', await session.setOverrides({ settings: { [first]: { word: 'new' } } }), {});
    },
  },
  {
    id: 'overriding/before-adding',
    title: 'overrides that were set before a directory was added are in force from the first run',
    proves: ['wm/overrides/before-add-dir', 'wm/overrides/later-runs'],
    async run(session) {
      await session.setOverrides({ settings: { [first]: { word: 'new' } } });
      const { dir } = await session.startProject(['settings']);
      await expectWords(session, dir, 'new', 'configured 2');
    },
  },
  {
    id: 'overriding/running',
    title: 'a runner that runs and handlers that have run get the new configuration at once',
    proves: ['wm/overrides/push', 'wm/overrides/reinitialize', 'wm/overrides/later-runs'],
    async run(session) {
      const { dir } = await session.startProject(['settings']);
      await expectWords(session, dir, 'configured 1', 'configured 2');
      await session.setOverrides({ settings: { [first]: { word: 'new' } } });
      await expectWords(session, dir, 'new', 'configured 2');
    },
  },
  {
    id: 'overriding/one-handler',
    title: 'an override is for the handler it names, of the action it names',
    proves: ['wm/overrides/format'],
    async run(session) {
      const { dir } = await session.startProject(['settings']);
      await session.setOverrides({
        settings: { [second]: { word: 'for the second' } },
        note: { [first]: { word: 'for another action' } },
      });
      await expectWords(session, dir, 'configured 1', 'for the second');
    },
  },
  {
    id: 'overriding/all-handlers',
    title: 'the empty name stands for all handlers of the action',
    proves: ['wm/overrides/all-handlers'],
    async run(session) {
      const { dir } = await session.startProject(['settings']);
      await session.setOverrides({ settings: { '': { word: 'for all' } } });
      await expectWords(session, dir, 'for all', 'for all');
    },
  },
  {
    id: 'overriding/replaced',
    title: 'overrides replace all earlier ones',
    proves: ['wm/overrides/replace'],
    async run(session) {
      const { dir } = await session.startProject(['settings']);
      await session.setOverrides({ settings: { [first]: { word: 'new' } } });
      await expectWords(session, dir, 'new', 'configured 2');
      await session.setOverrides({ settings: { [second]: { word: 'newer' } } });
      await expectWords(session, dir, 'configured 1', 'newer');
      await session.setOverrides({});
      await expectWords(session, dir, 'configured 1', 'configured 2');
    },
  },
  {
    id: 'overriding/lifetime',
    title: 'overrides stay when the client that set them is gone',
    proves: ['wm/overrides/lifetime'],
    async run(session) {
      const { dir } = await session.startProject(['settings']);
      const other = await session.connectAnother();
      await other.ask('workspace/setConfigOverrides', {
        overrides: { settings: { [first]: { word: 'kept' } } },
      });
      other.channel.endInput();
      await other.expectEnd('the end of a connection that the client ended');
      await expectWords(session, dir, 'kept', 'configured 2');
      await session.setOverrides({});
    },
  },
];
