import { type ProbeCheck, withProbe } from '../check.js';
import { expectCommandError, expectEmptyObject, expectRun } from '../expect.js';
import { noteAction } from '../session.js';

const checks: readonly ProbeCheck[] = [
  {
    id: 'config/empty',
    title: 'updateConfig is answered with an empty object, also when there is nothing to configure',
    proves: ['er/lifecycle/update-config-answer', 'er/update-config/result'],
    uses: [],
    async run(session) {
      expectEmptyObject(await session.updateConfig({}));
    },
  },
  {
    id: 'config/again',
    title: 'a later updateConfig is answered in the same way, and replaces what was there',
    proves: ['er/update-config/result', 'er/update-config/actions'],
    uses: ['note', 'adds', 'counts'],
    async run(session) {
      await session.useHandlers('adds');
      await session.useHandlers('counts');
      expectRun(await session.run(), { status: 'success', notes: ['first'] });
    },
  },
  {
    id: 'config/actions',
    title: 'actions are known by the names that config.actions gives them',
    proves: ['er/update-config/actions'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useActions([{ name: 'renamed', handlers: ['adds'] }]);
      expectRun(await session.run({}, {}, 'renamed'), { status: 'success', notes: ['hello'] });
      expectCommandError(await session.run({}, {}, noteAction));
    },
  },
  {
    id: 'config/params',
    title: 'handlers learn workingDir, projectName and projectDefPath',
    proves: ['er/update-config/params'],
    uses: ['note', 'tells-project'],
    async run(session) {
      await session.useHandlers('tells-project');
      const { projectDir, projectDefPath } = session.probeProject;
      expectRun(await session.run(), { status: 'success', notes: ['probe', projectDir, projectDefPath] });
    },
  },
  {
    id: 'config/own-handler-config',
    title: 'the config of a handler reaches it',
    proves: ['er/update-config/actions'],
    uses: ['note', 'tells-config'],
    async run(session) {
      await session.useHandlers({ source: 'tells-config', config: { word: 'own' } });
      expectRun(await session.run(), { status: 'success', notes: ['own'] });
    },
  },
  {
    id: 'config/handler-configs',
    title: 'action_handler_configs reaches the handlers with that source',
    proves: ['er/update-config/handler-configs'],
    uses: ['note', 'tells-config'],
    async run(session) {
      const handlerConfigs = { [session.source('tells-config')]: { word: 'by source' } };
      await session.useActions([{ name: noteAction, handlers: ['tells-config'] }], {
        action_handler_configs: handlerConfigs,
      });
      expectRun(await session.run(), { status: 'success', notes: ['by source'] });
    },
  },
  {
    id: 'config/services',
    title: 'services that are declared reach the handlers, with their config',
    proves: ['er/update-config/services'],
    uses: ['note', 'tells-service', 'service'],
    async run(session) {
      await session.useActions([{ name: noteAction, handlers: ['tells-service'] }], {
        services: [session.declaredService('of the service')],
      });
      expectRun(await session.run(), { status: 'success', notes: ['of the service'] });
    },
  },
  {
    id: 'config/initialize-handlers',
    title: 'handlers_to_initialize has handlers made at once, others wait for their first run',
    proves: ['er/update-config/initialize-handlers'],
    uses: ['note', 'tells-service', 'tells-starts', 'service'],
    async run(session) {
      const actions = [{ name: noteAction, handlers: ['tells-service', 'tells-starts'] as const }];
      const services = [session.declaredService('started')];
      const starts = async () =>
        await session.runHandlers(['tells-starts'], { options: { resultFormats: ['json'] } });
      await session.useActions(actions, { services });
      expectRun(await starts(), { status: 'success', notes: ['0'] });
      await session.useActions(actions, {
        services,
        handlers_to_initialize: { [noteAction]: ['tells-service'] },
      });
      expectRun(await starts(), { status: 'success', notes: ['1'] });
    },
  },
];

/** What `finecodeRunner/updateConfig` sets up. */
export const configurationChecks = withProbe(checks);
