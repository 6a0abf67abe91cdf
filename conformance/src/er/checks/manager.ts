import { type ProbeCheck, withProbe } from '../check.js';
import { expectCommandError, expectEqual, expectRun, type Fields, objectOf } from '../expect.js';
import { type ErSession, noteAction } from '../session.js';

const inProject = 'finecode/runActionInProject';
const inWorkspace = 'finecode/runActionInWorkspace';
const getRawConfig = 'projects/getRawConfig';
const meta = { trigger: 'system', devEnv: 'ai', orchestrationDepth: 3 };
const nestedRules = [
  'er/run/depth-unchanged',
  'er/run/meta',
  'er/transport/camel-case',
  'er/transport/method-names',
];

async function canonicalSource(session: ErSession): Promise<unknown> {
  const params = { source: session.source('note') };
  return objectOf(await session.call({ method: 'actions/resolveSource', params }))['canonicalSource'];
}

/** Keys that every nested run has; others, such as trace ids, are the runner's business. */
async function expectNestedCall(session: ErSession, call: Fields): Promise<void> {
  expectEqual('actionSource', call['actionSource'], await canonicalSource(session));
  expectEqual('payload.text', Object(call['payload']).text, 'inner');
  expectEqual('meta', call['meta'], meta);
}

const run = (session: ErSession, payload: Fields = {}) =>
  session.run({ text: 'inner', ...payload }, { meta });

const checks: readonly ProbeCheck[] = [
  {
    id: 'manager/in-project',
    title: 'a handler runs another action of the project: canonical source, payload, and meta unchanged',
    proves: nestedRules,
    uses: ['note', 'nested'],
    async run(session) {
      await session.useHandlers('nested');
      session.replyWith({
        [inProject]: { result: { result: { notes: ['done'], bad: false }, returnCode: 0 } },
      });
      await run(session);
      await expectNestedCall(session, session.onlyParamsOf(inProject));
    },
  },
  {
    id: 'manager/in-project-result',
    title: 'the result of a nested run reaches the handler that asked for it',
    proves: ['er/run/success'],
    uses: ['note', 'nested'],
    async run(session) {
      await session.useHandlers('nested');
      session.replyWith({
        [inProject]: { result: { result: { notes: ['done'], bad: false }, returnCode: 0 } },
      });
      expectRun(await run(session), { status: 'success', notes: ['done'] });
    },
  },
  {
    id: 'manager/alias',
    title: 'an action that is configured by an alias is asked for by its canonical source',
    proves: ['er/run/depth-unchanged', 'er/transport/method-names'],
    uses: ['note', 'alias', 'nested'],
    async run(session) {
      await session.useActions([{ name: noteAction, source: 'alias', handlers: ['nested'] }]);
      session.replyWith({
        [inProject]: { result: { result: { notes: ['done'], bad: false }, returnCode: 0 } },
      });
      await run(session);
      await expectNestedCall(session, session.onlyParamsOf(inProject));
    },
  },
  {
    id: 'manager/refused',
    title: 'when the Workspace Manager refuses a nested run, the run fails as a command',
    proves: ['er/errors/command', 'er/run/error'],
    uses: ['note', 'nested'],
    async run(session) {
      await session.useHandlers('nested');
      session.replyWith({ [inProject]: { error: { code: -32603, message: 'nested too deep' } } });
      expectCommandError(await run(session), 'nested too deep');
    },
  },
  {
    id: 'manager/in-workspace',
    title: 'a handler runs an action in all projects: projectPaths is null, and concurrently not false',
    proves: nestedRules,
    uses: ['note', 'everywhere'],
    async run(session) {
      await session.useHandlers('everywhere');
      const resultsByProject = { '/a': { notes: ['x'], bad: false }, '/b': { notes: ['y'], bad: false } };
      session.replyWith({ [inWorkspace]: { result: { resultsByProject } } });
      expectRun(await run(session), { status: 'success', notes: ['/a: x', '/b: y'] });
      const call = session.onlyParamsOf(inWorkspace);
      await expectNestedCall(session, call);
      expectEqual('projectPaths', call['projectPaths'] ?? null, null);
      expectEqual('concurrently', call['concurrently'] ?? true, true);
    },
  },
  {
    id: 'manager/in-chosen-projects',
    title: 'a handler runs an action in projects that it names, one after another if it says so',
    proves: nestedRules,
    uses: ['note', 'chosen'],
    async run(session) {
      await session.useHandlers('chosen');
      const resultsByProject = { '/chosen': { notes: ['x'], bad: false } };
      session.replyWith({ [inWorkspace]: { result: { resultsByProject } } });
      expectRun(await run(session, { file: '/chosen' }), { status: 'success', notes: ['/chosen: x'] });
      const call = session.onlyParamsOf(inWorkspace);
      await expectNestedCall(session, call);
      expectEqual('projectPaths', call['projectPaths'], ['/chosen']);
      expectEqual('concurrently', call['concurrently'], false);
    },
  },
  {
    id: 'manager/raw-config',
    title: 'the configuration of the project is asked for by projectDefPath, and read from JSON text',
    proves: ['er/transport/camel-case', 'er/transport/method-names'],
    uses: ['note', 'asks-config'],
    async run(session) {
      session.replyWith({ [getRawConfig]: { result: { config: '{"word":"raw"}' } } });
      await session.useHandlers('asks-config');
      expectRun(await session.run(), { status: 'success', notes: ['raw'] });
      const { projectDefPath } = session.probeProject;
      for (const params of session.paramsOf(getRawConfig)) {
        expectEqual('projectDefPath', params['projectDefPath'], projectDefPath);
      }
    },
  },
];

/** What a runner asks of its Workspace Manager, which the kit plays. */
export const managerChecks = withProbe(checks);
