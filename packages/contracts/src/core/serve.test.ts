import { createMemoryPair, createPeer, RpcError, type RpcPeer } from '@tandem/wire';
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { type Caller, connectClient, connectServer } from './caller.js';
import {
  defineContract,
  notification,
  type ParamsIn,
  type ParamsOut,
  type ResultOut,
  request,
} from './contract.js';
import { ContractError } from './contract-error.js';
import type { Problem } from './problem.js';
import { type Handlers, type ServeOptions, serve, serveSome } from './serve.js';
import { openObject, wireObject } from './wire-object.js';

const section = 'test';
const contract = defineContract({
  name: 'test',
  title: 'Test',
  doc: 'A small protocol with one message of each kind.',
  encoding: 'json-rpc',
  errors: { tooMany: { code: -32001, doc: 'Too many.' } },
  methods: {
    'files/list': request({
      doc: 'List.',
      section,
      params: wireObject(
        { dirPath: z.string(), depth: z.int().default(1) },
        { dirPath: { send: ['directory'] } },
      ),
      result: wireObject({ fileNames: z.array(z.string()) }, { fileNames: { send: ['files'] } }),
      aliases: ['files/dir'],
      errors: ['tooMany'],
    }),
    'files/count': request({
      doc: 'Count.',
      section,
      params: openObject({ below: z.string().optional(), paths: z.array(z.string()).optional() }),
      result: z.int(),
    }),
    'files/touched': notification({ doc: 'Touched.', section, params: openObject({ uri: z.string() }) }),
    'ui/ask': request({
      direction: 'toClient',
      doc: 'Ask.',
      section,
      params: openObject({ question: z.string() }),
      result: openObject({ answer: z.string() }),
    }),
    'ui/tell': notification({
      direction: 'toClient',
      doc: 'Tell.',
      section,
      params: openObject({ text: z.string() }),
    }),
    '$/both': notification({
      direction: 'both',
      doc: 'Both ways.',
      section,
      params: openObject({ n: z.int() }),
    }),
    '$/cancelRequest': notification({ direction: 'both', doc: 'Cancel.', section, params: openObject({}) }),
  },
});
type C = typeof contract;

const serverHandlers: Handlers<C, 'toServer'> = {
  'files/list': ({ dirPath, depth }) => ({ fileNames: [`${dirPath}:${depth}`] }),
  'files/count': async ({ below }) => below?.length ?? 0,
  'files/touched': () => undefined,
  '$/both': () => undefined,
};

const openPeers: RpcPeer[] = [];
afterEach(async () => {
  await Promise.all(openPeers.splice(0).map((peer) => peer.close()));
});

function connect(
  handlers: Partial<Handlers<C, 'toServer'>> = serverHandlers,
  options: ServeOptions = {},
  clientHandlers: Partial<Handlers<C, 'toClient'>> = {},
): { client: Caller<C, 'toServer'>; raw: RpcPeer; server: Caller<C, 'toClient'> } {
  const [near, far] = createMemoryPair();
  const raw = createPeer(near, serveSome(contract, 'toClient', clientHandlers));
  const serverPeer = createPeer(far, serveSome(contract, 'toServer', handlers, options));
  openPeers.push(raw, serverPeer);
  return { client: connectClient(contract, raw), raw, server: connectServer(contract, serverPeer) };
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.unreachable(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

describe('a typed client and a typed server', () => {
  test('requests: defaults filled in, result typed', async () => {
    const { client } = connect();
    expect(await client.request('files/list', { dirPath: '/a' })).toEqual({ fileNames: ['/a:1'] });
    expect(await client.request('files/count', { below: 'abc' })).toBe(3);
  });

  test('on the wire both names travel, unless the two agreed on one', async () => {
    const seen: unknown[] = [];
    let isAgreed = false;
    const [near, far] = createMemoryPair();
    const server = serve(contract, 'toServer', serverHandlers, { sendsOtherSpellings: () => !isAgreed });
    openPeers.push(
      createPeer(far, {
        request: (method, params, context) => {
          seen.push(params);
          return server.request(method, params, context);
        },
        notification: () => undefined,
      }),
    );
    const raw = createPeer(near, serveSome(contract, 'toClient', {}));
    openPeers.push(raw);
    const client = connectClient(contract, raw, { sendsOtherSpellings: () => !isAgreed });

    await client.request('files/list', { dirPath: '/a' });
    expect(await raw.request('files/list', { dirPath: '/a' })).toEqual({
      fileNames: ['/a:1'],
      files: ['/a:1'],
    });
    isAgreed = true;
    await client.request('files/list', { dirPath: '/a' });
    expect(await raw.request('files/list', { dirPath: '/a' })).toEqual({ fileNames: ['/a:1'] });
    expect(seen[0]).toEqual({ dirPath: '/a', directory: '/a' });
    expect(seen[2]).toEqual({ dirPath: '/a' });
  });

  test('any spelling of a field and any alias of a method is understood', async () => {
    const { raw } = connect();
    for (const params of [{ dirPath: '/a' }, { dir_path: '/a' }, { directory: '/a' }]) {
      expect(await raw.request('files/dir', params)).toMatchObject({ fileNames: ['/a:1'] });
    }
  });

  test('a server calls its client in the same way', async () => {
    const told = deferred<string>();
    const { server } = connect(
      serverHandlers,
      {},
      {
        'ui/ask': ({ question }) => ({ answer: `${question}!` }),
        'ui/tell': ({ text }) => told.resolve(text),
      },
    );
    expect(await server.request('ui/ask', { question: 'Well' })).toEqual({ answer: 'Well!' });
    await server.notify('ui/tell', { text: 'Done' });
    expect(await told.promise).toBe('Done');
  });

  test('a message that goes both ways reaches either side', async () => {
    const atServer = deferred<number>();
    const atClient = deferred<number>();
    const { client, server } = connect(
      { ...serverHandlers, '$/both': ({ n }) => atServer.resolve(n) },
      {},
      { '$/both': ({ n }) => atClient.resolve(n) },
    );
    await client.notify('$/both', { n: 1 });
    await server.notify('$/both', { n: 2 });
    expect(await Promise.all([atServer.promise, atClient.promise])).toEqual([1, 2]);
  });

  test('a signal cancels the handler', async () => {
    const started = deferred<void>();
    const stopped = deferred<void>();
    const { client } = connect({
      ...serverHandlers,
      'files/count': (_params, { signal }) => {
        signal.addEventListener('abort', () => stopped.resolve());
        started.resolve();
        return stopped.promise.then(() => 0);
      },
    });
    const abort = new AbortController();
    const call = failureOf(client.request('files/count', {}, { signal: abort.signal }));
    await started.promise;
    abort.abort();
    expect(await call).toMatchObject({ code: -32800 });
    await stopped.promise;
  });
});

describe('what the server refuses', () => {
  async function check(
    method: string,
    params: unknown,
    expected: { code: number; message: string; problems?: readonly Problem[] },
  ): Promise<void> {
    const { raw } = connect();
    const error = await failureOf(raw.request(method, params));
    const data = expected.problems && { problems: expected.problems };
    expect(error).toMatchObject({ code: expected.code, message: expected.message });
    expect((error as RpcError).data).toEqual(data);
  }

  test('unknown methods, with the nearest known one', async () => {
    await check(
      'files/lst',
      {},
      { code: -32601, message: 'Method not found: files/lst; did you mean files/list?' },
    );
    await check('no/such', {}, { code: -32601, message: 'Method not found: no/such' });
    await check('toString', {}, { code: -32601, message: 'Method not found: toString' });
    await check('x'.repeat(300), {}, { code: -32601, message: `Method not found: ${'x'.repeat(200)}…` });
  });

  test('messages that go the other way, or are notifications', async () => {
    await check('ui/ask', { question: 'q' }, { code: -32601, message: 'Method not found: ui/ask' });
    await check(
      'files/touched',
      { uri: 'u' },
      {
        code: -32601,
        message: 'Method not found: files/touched is a notification; send it without an id',
      },
    );
  });

  test('bad params, naming field and expectation', async () => {
    const missing = { path: 'dirPath', message: 'is missing (expected string)' };
    const notNumber = { path: 'depth', message: 'expected number, got "deep"' };
    const message = 'Invalid params of "files/list": dirPath: is missing (expected string)';
    await check('files/list', {}, { code: -32602, message, problems: [missing] });
    await check('files/list', null, { code: -32602, message, problems: [missing] });
    await check('files/list', undefined, { code: -32602, message, problems: [missing] });
    await check(
      'files/list',
      { depth: 'deep' },
      {
        code: -32602,
        message: `${message} (and 1 more)`,
        problems: [missing, notNumber],
      },
    );
  });

  test('positional params', async () => {
    await check('files/list', ['/a'], {
      code: -32602,
      message: 'Invalid params of "files/list": expected an object with named fields, got array',
      problems: [{ path: '', message: 'expected an object with named fields, got array' }],
    });
  });

  test('a long list of problems is cut', async () => {
    const { raw } = connect();
    const error = await failureOf(
      raw.request('files/count', { paths: Array.from({ length: 1000 }, () => 1) }),
    );
    expect(error).toMatchObject({
      message: expect.stringContaining('paths[0]: expected string, got 1 (and 999 more)'),
    });
    expect((error as RpcError).data).toMatchObject({ problems: { length: 20 } });
  });

  test('absent or null params are an empty object', async () => {
    const { raw } = connect();
    expect(await raw.request('files/count')).toBe(0);
    expect(await raw.request('files/count', null)).toBe(0);
  });

  test('a request without handler, on a side that serves only some', async () => {
    const { client } = connect({ 'files/count': () => 1 });
    expect(await failureOf(client.request('files/list', { dirPath: '/' }))).toMatchObject({
      code: -32601,
      message: 'Method not found: files/list',
    });
  });

  test('a handler’s own error goes out as it is', async () => {
    const { client } = connect({
      ...serverHandlers,
      'files/count': () => {
        throw new RpcError(contract.errors.tooMany.code, 'Too many files');
      },
    });
    expect(await failureOf(client.request('files/count', {}))).toMatchObject({
      code: -32001,
      message: 'Too many files',
    });
  });
});

describe('notifications', () => {
  test('unknown and invalid ones are ignored, and told', async () => {
    const told: unknown[] = [];
    const touched: string[] = [];
    const { client, raw } = connect(
      { ...serverHandlers, 'files/touched': ({ uri }) => void touched.push(uri) },
      {
        onUnknownNotification: (method, params) => told.push([method, params]),
        onInvalidNotification: (method, problems) => told.push([method, problems]),
      },
    );
    await raw.notify('no/such', { a: 1 });
    await raw.notify('files/list', { dirPath: '/' });
    await raw.notify('files/touched', { uri: 7 });
    await raw.notify('files/touched', { uri: 'u' });
    await client.request('files/count', {});
    expect(touched).toEqual(['u']);
    expect(told).toEqual([
      ['no/such', { a: 1 }],
      ['files/list', { dirPath: '/' }],
      ['files/touched', [{ path: 'uri', message: 'expected string, got 7' }]],
    ]);
  });
});

describe('a result that breaks the contract', () => {
  async function check(result: unknown, path: string): Promise<void> {
    const [near, far] = createMemoryPair();
    const raw = createPeer(near, serveSome(contract, 'toClient', {}));
    openPeers.push(raw, createPeer(far, { request: () => result, notification: () => undefined }));
    const error = await failureOf(connectClient(contract, raw).request('files/list', { dirPath: '/' }));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ code: 'invalid-result', method: 'files/list', problems: [{ path }] });
    expect((error as Error).message).toMatch(/^The answer to "files\/list" breaks the contract: /);
  }

  test('is a local error that names method and field', async () => {
    await check(null, '');
    await check({}, 'fileNames');
    await check({ files: ['a', 1] }, 'fileNames[1]');
  });
});

test('types: what is missing or mistyped does not compile', () => {
  expectTypeOf<keyof Handlers<C, 'toServer'>>().toEqualTypeOf<
    'files/list' | 'files/count' | 'files/touched' | '$/both'
  >();
  expectTypeOf<keyof Handlers<C, 'toClient'>>().toEqualTypeOf<'ui/ask' | 'ui/tell' | '$/both'>();
  expectTypeOf<ParamsIn<C, 'files/list'>>().toEqualTypeOf<{ dirPath: string; depth?: number | undefined }>();
  expectTypeOf<ParamsOut<C, 'files/list'>>().toEqualTypeOf<{ dirPath: string; depth: number }>();
  expectTypeOf<ResultOut<C, 'files/count'>>().toEqualTypeOf<number>();

  const { 'files/count': _left, ...incomplete } = serverHandlers;
  // @ts-expect-error: a handler is missing
  serve(contract, 'toServer', incomplete);
  // @ts-expect-error: a result of the wrong type
  serve(contract, 'toServer', { ...serverHandlers, 'files/count': () => 'three' });
  const rest = { 'ui/tell': () => undefined, '$/both': () => undefined };
  // @ts-expect-error: a key that the result does not have
  serve(contract, 'toClient', { ...rest, 'ui/ask': () => ({ anwser: '' }) });

  const uncalled = (client: Caller<C, 'toServer'>): unknown => [
    // @ts-expect-error: no such method
    () => client.request('files/lst', {}),
    // @ts-expect-error: goes the other way
    () => client.request('ui/ask', { question: '' }),
    // @ts-expect-error: a notification
    () => client.request('files/touched', { uri: '' }),
    // @ts-expect-error: a param is missing
    () => client.request('files/list', {}),
    // @ts-expect-error: the peer itself sends these
    () => client.notify('$/cancelRequest', {}),
  ];
  expectTypeOf(uncalled).returns.toBeUnknown();
});

test('a contract with ambiguous names or unknown errors is refused', () => {
  const ping = request({ doc: 'Ping.', section, params: openObject({}), result: z.null() });
  const define = (methods: Record<string, typeof ping>) =>
    defineContract({ name: 't', title: 'T', doc: '', encoding: 'json-rpc', errors: {}, methods });
  expect(() => define({ a: { ...ping, aliases: ['b'] }, b: ping })).toThrow('t: alias "b" of "a" is taken');
  expect(() => define({ a: { ...ping, errors: ['nope'] } })).toThrow('t: "a" names unknown error "nope"');
});
