import { CheckFailure } from '../../check.js';
import { show } from '../../session/transcript.js';
import { type Answer, type JsonRpcCheck, type JsonRpcFacts, unknownMethod } from '../adapter.js';
import { expectError, expectNullId } from '../expect.js';
import { jsonRpcRules } from '../rules.js';
import { type JsonRpcSession, requestMessage } from '../session.js';

const notApplicable = ({ adapter }: JsonRpcFacts) => adapter.withoutBatches;

function probeMessage(session: JsonRpcSession, id: string): object {
  return requestMessage(id, session.adapter.probe);
}

function pick(batch: readonly Answer[], id: unknown): Answer {
  const found = batch.filter((answer) => answer.id === id);
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new CheckFailure(`expected one answer with id ${show(id)} in the batch, got ${show(batch)}`);
  }
  return first;
}

function expectSize(batch: readonly Answer[], size: number): void {
  if (batch.length !== size)
    throw new CheckFailure(`expected ${size} answers in the batch, got ${show(batch)}`);
}

export const batchChecks: readonly JsonRpcCheck[] = [
  {
    id: 'batches/requests',
    title: 'a batch of requests is answered by one batch',
    proves: [...jsonRpcRules, 'wm/rpc/request'],
    notApplicable,
    async run(session) {
      session.send([probeMessage(session, 'one'), probeMessage(session, 'two')]);
      const batch = await session.nextBatch('the batch of answers');
      expectSize(batch, 2);
      session.judgeProbe(pick(batch, 'one'));
      session.judgeProbe(pick(batch, 'two'));
      await session.probe();
    },
  },
  {
    id: 'batches/notifications',
    title: 'notifications in a batch are not answered, a batch of nothing else not at all',
    proves: [...jsonRpcRules, 'wm/rpc/notification', 'apex/request/notification'],
    notApplicable,
    async run(session) {
      const notification = { jsonrpc: '2.0', method: unknownMethod, params: {} };
      session.send([notification, notification]);
      session.send([notification, probeMessage(session, 'one')]);
      const batch = await session.nextBatch('the answer to the second batch');
      expectSize(batch, 1);
      session.judgeProbe(pick(batch, 'one'));
      await session.probe();
    },
  },
  {
    id: 'batches/empty',
    title: 'an empty batch is answered with one −32600',
    proves: [...jsonRpcRules, 'wm/rpc/error', 'apex/error/null-id'],
    notApplicable,
    async run(session) {
      session.send([]);
      const answer = await session.nextAnswer('the error about an empty batch');
      expectError(answer, -32600);
      expectNullId(answer);
      await session.probe();
    },
  },
  {
    id: 'batches/invalid-members',
    title: 'each member of a batch that is not a request is answered with −32600',
    proves: [...jsonRpcRules, 'wm/rpc/error', 'apex/error/null-id'],
    notApplicable,
    async run(session) {
      session.send([1, 2]);
      const batch = await session.nextBatch('the errors about two members');
      expectSize(batch, 2);
      for (const answer of batch) {
        expectError(answer, -32600);
        expectNullId(answer);
      }
      await session.probe();
    },
  },
  {
    id: 'batches/mixed',
    title: 'a bad member does not spoil the good ones',
    proves: [...jsonRpcRules, 'wm/rpc/request'],
    notApplicable,
    async run(session) {
      session.send([
        probeMessage(session, 'good'),
        'bad',
        requestMessage('unknown', { method: unknownMethod, params: {} }),
      ]);
      const batch = await session.nextBatch('the answers to a mixed batch');
      expectSize(batch, 3);
      session.judgeProbe(pick(batch, 'good'));
      expectError(pick(batch, null), -32600);
      expectError(pick(batch, 'unknown'), -32601);
      await session.probe();
    },
  },
];
