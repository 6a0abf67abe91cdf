import { createContentLengthDecoder } from '@tandem/wire';
import { frame } from '../../json-rpc/frame.js';
import type { Flaw, WireControl } from '../flaw.js';

export interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly [key: string]: unknown;
}

/** Reads whole bodies; `takes` says whether it dealt with one itself. */
export const hearsBodies = (takes: (body: string, wire: WireControl) => boolean): Flaw => {
  const frames = createContentLengthDecoder();
  return {
    hear: (chunk, wire) =>
      frames.push(chunk, (body) => {
        if (!takes(body.toString(), wire)) wire.hear(frame(body));
      }),
  };
};

export const says = (message: unknown, wire: WireControl) => wire.say(frame(JSON.stringify(message)));

/** Changes what the correct peer answers; `undefined` says nothing. */
export const changesAnswers = (change: (answer: Message) => unknown): Flaw => ({
  say(text, wire) {
    const changed = change(JSON.parse(text));
    if (changed !== undefined) says(changed, wire);
  },
});

export const changesIds = (change: (id: unknown) => unknown): Flaw =>
  changesAnswers((answer) => ({ ...answer, id: change(answer.id) }));

export const errorAnswer = (id: unknown, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: 'flawed' },
});

export const codeOf = (answer: Message) => (answer['error'] as { code?: number } | undefined)?.code;

export const isNotification = (value: unknown) =>
  typeof value === 'object' && value !== null && !('id' in value);
