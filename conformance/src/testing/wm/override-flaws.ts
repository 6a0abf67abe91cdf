import { frame } from '../../json-rpc/frame.js';
import { changesParams, type Fields, pretends } from '../er/runner-flaw-tools.js';
import type { FlawedPeer } from '../flaw.js';
import { answersNull } from './flaw-tools.js';

const method = 'workspace/setConfigOverrides';
const otherWords = /expected the words of the two handlers to be/;

type Overrides = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const changesOverrides = (change: (overrides: Overrides) => Overrides) =>
  changesParams(method, (params) => ({ overrides: change(params['overrides'] as Overrides) }));

const mapActions = (overrides: Overrides, change: (handlers: Fields) => Fields): Overrides =>
  Object.fromEntries(Object.entries(overrides).map(([action, handlers]) => [action, change(handlers)]));

export const overrideFlaws: Readonly<Record<string, FlawedPeer>> = {
  'overriding/result': {
    flaw: 'answers with null',
    finding: /expected the result to be \{\}/,
    create: () => answersNull(method),
  },
  'overriding/before-adding': {
    flaw: 'forgets overrides that come too early',
    finding: otherWords,
    create: () => pretends(method, (nth) => nth === 1, {}),
  },
  'overriding/running': {
    flaw: 'tells runners nothing',
    finding: otherWords,
    create: () => pretends(method, () => true, {}),
  },
  'overriding/one-handler': {
    flaw: 'overrides all handlers of the action',
    finding: otherWords,
    create: () =>
      changesOverrides((overrides) =>
        mapActions(overrides, (handlers) => ({ '': Object.values(handlers)[0] ?? {} })),
      ),
  },
  'overriding/all-handlers': {
    flaw: 'looks for a handler without a name',
    finding: otherWords,
    create: () =>
      changesOverrides((overrides) => mapActions(overrides, ({ '': _, ...handlers }) => handlers)),
  },
  'overriding/replaced': {
    flaw: 'adds overrides to those before',
    finding: otherWords,
    create: () => {
      let all: Overrides = {};
      return changesOverrides((overrides) => {
        all = { ...all, ...mapActions(overrides, (handlers) => ({ ...all['settings'], ...handlers })) };
        return all;
      });
    },
  },
  'overriding/lifetime': {
    flaw: 'drops overrides with the client that set them',
    finding: otherWords,
    create: () => ({
      inputEnded(wire) {
        const forget = { jsonrpc: '2.0', id: 'forget', method, params: { overrides: {} } };
        wire.hear(frame(JSON.stringify(forget)));
        wire.endOfInput();
      },
    }),
  },
};
