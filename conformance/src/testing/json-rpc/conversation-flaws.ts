import { frame } from '../../json-rpc/frame.js';
import { type FlawedPeer, silence } from '../flaw.js';
import {
  changesAnswers,
  errorAnswer,
  hearsBodies,
  isNotification,
  type Message,
  says,
} from './flaw-tools.js';

/** Flaws that take more than one message to show. */
export const conversationFlaws: Readonly<Record<string, FlawedPeer>> = {
  'batches/requests': {
    flaw: 'answers the members of a batch one by one',
    finding: /expected a batch of answers/,
    create: () => ({
      say(text, wire) {
        for (const answer of [JSON.parse(text)].flat()) says(answer, wire);
      },
    }),
  },
  'batches/notifications': {
    flaw: 'answers a batch of notifications with an empty batch',
    finding: /expected 1 answers in the batch/,
    create: () =>
      hearsBodies((body, wire) => {
        const message: unknown = JSON.parse(body);
        if (Array.isArray(message) && message.every(isNotification)) says([], wire);
        return false;
      }),
  },
  'batches/empty': {
    flaw: 'overlooks an empty batch',
    finding: silence,
    create: () => hearsBodies((body) => body === '[]'),
  },
  'batches/invalid-members': {
    flaw: 'gives one error for all bad members',
    finding: /expected a batch of answers/,
    create: () => changesAnswers((answer) => (Array.isArray(answer) ? answer[0] : answer)),
  },
  'batches/mixed': {
    flaw: 'leaves bad members out',
    finding: /expected 3 answers in the batch/,
    create: () =>
      changesAnswers((answer) => (Array.isArray(answer) ? answer.filter(({ id }) => id !== null) : answer)),
  },
  'cancelling/unknown-id': {
    flaw: 'complains about cancelling what is not running',
    finding: /the next answer should have id/,
    create: () =>
      hearsBodies((body, wire) => {
        if (body.includes('$/cancelRequest')) says(errorAnswer(null, -32602), wire);
        return false;
      }),
  },
  'cancelling/answered-once': {
    flaw: 'answers a cancelled request twice',
    finding: /the next answer should have id/,
    create: () =>
      hearsBodies((body, wire) => {
        const message: Message = JSON.parse(body);
        if (message.method === '$/cancelRequest')
          says(errorAnswer((message['params'] as { id: unknown }).id, -32800), wire);
        return false;
      }),
  },
  'cancelling/slow-request': {
    flaw: 'does not know cancelling',
    finding: silence,
    create: () => hearsBodies((body) => body.includes('$/cancelRequest')),
  },
  'concurrency/many-in-flight': {
    flaw: 'answers one request twice',
    finding: /not open any more/,
    create: () => ({
      say(text, wire) {
        wire.say(frame(text));
        if (JSON.parse(text).id === 50) wire.say(frame(text));
      },
    }),
  },
  'concurrency/slow-request': {
    flaw: 'serves one request after the other',
    finding: silence,
    create: () => {
      let isBusy = false;
      return hearsBodies((body) => {
        if (isBusy) return true;
        isBusy = body.includes('fixture/slow');
        return false;
      });
    },
  },
};
