import { frame } from '../../json-rpc/frame.js';
import { endedEarly, type FlawedPeer, hangsUpOn, silence } from '../flaw.js';
import {
  changesAnswers,
  changesIds,
  codeOf,
  errorAnswer,
  hearsBodies,
  isNotification,
  says,
} from './flaw-tools.js';

/** Flaws in what is understood of one message. */
export const requestFlaws: Readonly<Record<string, FlawedPeer>> = {
  'requests/result': {
    flaw: 'answers with an error',
    finding: /was answered with an error/,
    create: () =>
      changesAnswers((answer) =>
        'runners' in Object(answer['result']) ? errorAnswer(answer.id, -32603) : answer,
      ),
  },
  'requests/unknown-method': {
    flaw: 'answers an unknown method with another error',
    finding: /expected error -32601/,
    create: () =>
      changesAnswers((answer) => (codeOf(answer) === -32601 ? errorAnswer(answer.id, -32603) : answer)),
  },
  'requests/unknown-notification': {
    flaw: 'answers an unknown notification',
    finding: /the next answer should have id/,
    create: () =>
      hearsBodies((body, wire) => {
        if (isNotification(JSON.parse(body))) says(errorAnswer(null, -32601), wire);
        return false;
      }),
  },
  'requests/wrong-params': {
    flaw: 'does not look at params',
    finding: /expected error -32602/,
    create: () =>
      changesAnswers((answer) =>
        codeOf(answer) === -32602 ? { jsonrpc: '2.0', id: answer.id, result: { project: null } } : answer,
      ),
  },
  'requests/wrong-params-field': {
    flaw: 'does not say what is wrong',
    finding: /names "filePath"/,
    create: () =>
      changesAnswers((answer) => (codeOf(answer) === -32602 ? errorAnswer(answer.id, -32602) : answer)),
  },
  'requests/stray-answer': {
    flaw: 'ends the connection on an answer that it did not ask for',
    finding: endedEarly,
    create: () => hangsUpOn(/"never-asked","result"/),
  },
  'invalid/no-method': {
    flaw: 'overlooks an object without a method',
    finding: silence,
    create: () => hearsBodies((body) => !body.includes('"method"')),
  },
  'invalid/method-not-text': {
    flaw: 'ends the connection on a method that is a number',
    finding: endedEarly,
    create: () => hangsUpOn(/"method":42/),
  },
  'invalid/id': {
    flaw: 'echoes an id that is none',
    finding: /expected id "invalid" or null/,
    create: () => changesIds((id) => (id === null ? {} : id)),
  },
  'invalid/version': {
    flaw: 'does not look at the version',
    finding: /expected error -32600/,
    create: () =>
      hearsBodies((body, wire) => {
        wire.hear(frame(body.replace('"jsonrpc":"1.0"', '"jsonrpc":"2.0"')));
        return true;
      }),
  },
  'invalid/params': {
    flaw: 'takes any params',
    finding: /expected error -32600 or -32602/,
    create: () =>
      hearsBodies((body, wire) => {
        wire.hear(frame(body.replace('"params":42', '"params":{"filePath":"x"}')));
        return true;
      }),
  },
  'invalid/number': {
    flaw: 'overlooks a number',
    finding: silence,
    create: () => hearsBodies((body) => body === '42'),
  },
  'invalid/text': {
    flaw: 'takes text for bad JSON',
    finding: /expected error -32600/,
    create: () =>
      changesAnswers((answer) => (codeOf(answer) === -32600 ? errorAnswer(null, -32700) : answer)),
  },
  'invalid/null': {
    flaw: 'falls over null',
    finding: endedEarly,
    create: () => hangsUpOn(/\r\n\r\nnull$/),
  },
  'ids/string': {
    flaw: 'trims ids',
    finding: /the next answer should have id/,
    create: () => changesIds((id) => (typeof id === 'string' ? id.trim() : id)),
  },
  'ids/number': {
    flaw: 'makes text of numbers',
    finding: /the next answer should have id/,
    create: () => changesIds(String),
  },
  'ids/negative': {
    flaw: 'takes ids for unsigned',
    finding: /the next answer should have id/,
    create: () => changesIds((id) => (typeof id === 'number' ? Math.abs(id) : id)),
  },
  'ids/big': {
    flaw: 'keeps ids as 32-bit numbers',
    finding: /the next answer should have id/,
    create: () => changesIds((id) => (typeof id === 'number' ? id | 0 : id)),
  },
  'ids/text-that-looks-like-a-number': {
    flaw: 'makes numbers of text',
    finding: /the next answer should have id/,
    create: () => changesIds((id) => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id)),
  },
  'ids/null': {
    flaw: 'takes a request with id null for a notification',
    finding: silence,
    create: () => hearsBodies((body) => JSON.parse(body).id === null),
  },
};
