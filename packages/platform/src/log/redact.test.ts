import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSecretName, redactFields, redactText } from './redact.js';

describe('text', () => {
  const hidden = '***REDACTED***';
  const check = (text: string, expected: string) => expect(redactText(text)).toBe(expected);

  test('values after a telling name', () => {
    check('token=abc123', `token=${hidden}`);
    check('Password : hunter2, next', `Password : ${hidden}, next`);
    check('{"api_key":"k-1","user":"ann"}', `{"api_key":"${hidden}","user":"ann"}`);
    check("{'secret': 'with, comma and spaces'}", `{'secret': '${hidden}'}`);
    check(String.raw`{\"token\":\"abc\",\"x\":1}`, String.raw`{\"token\":\"${hidden}\",\"x\":1}`);
    check('a=1 token=x b=2 passwd=y', `a=1 token=${hidden} b=2 passwd=${hidden}`);
    check(
      'OPENAI_API_KEY=sk-1 accessToken: "t" x-api-key: k',
      `OPENAI_API_KEY=${hidden} accessToken: "${hidden}" x-api-key: ${hidden}`,
    );
    check('note: token=abc', `note: token=${hidden}`);
    check(String.raw`{"password":"a\"b","x":1}`, `{"password":"${hidden}","x":1}`);
    check('--auth-token=abc', `--auth-token=${hidden}`);
  });

  test('headers keep their scheme and lose the rest', () => {
    check('Authorization: Bearer abc.def', `Authorization: Bearer ${hidden}`);
    check('authorization=Basic dXNlcjpw', `authorization=Basic ${hidden}`);
    check('sent Bearer abcdefghijklmnop to it', `sent Bearer ${hidden} to it`);
  });

  test('credentials in addresses', () => {
    check('cloning https://ann:pa55@host/repo', `cloning https://${hidden}@host/repo`);
    check('see https://host:8080/a@b', 'see https://host:8080/a@b');
  });

  test('everything else stays', () => {
    for (const text of [
      '',
      'max_tokens: 4096',
      'tokenCount=3',
      'the token is gone',
      'tokens=5',
      'secretary: Ann',
      'a: b',
    ])
      check(text, text);
  });

  test('doing it twice changes nothing, and no secret is left', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9+/_.-]{8,20}$/).map((text) => `Q${text}Q`);
    const name = fc.constantFrom('token', 'SECRET', 'my_password', 'apiKey', 'private_key', 'credentials');
    const shape = fc.constantFrom('N=V', 'N: V', '"N":"V"', "N = 'V'", 'x N=V,y', 'N: Bearer V');
    fc.assert(
      fc.property(secret, name, shape, fc.string(), (value, key, form, around) => {
        const text = `${around.replaceAll(/["'\\]/g, '')} ${form.replace('N', key).replace('V', value)}`;
        const once = redactText(text);
        expect(once).not.toContain(value);
        expect(redactText(once)).toBe(once);
      }),
    );
  });

  test('long text without a break costs linear time: quadratic would not end before the deadline', () => {
    for (const text of [
      'a-'.repeat(1_000_000),
      'token'.repeat(400_000),
      'token='.repeat(400_000),
      '"'.repeat(1_000_000),
    ]) {
      expect(redactText(text).length).toBeGreaterThan(0);
    }
  });
});

test('names', () => {
  for (const name of [
    'token',
    'GITHUB_TOKEN',
    'clientSecret',
    'api-key',
    'apiKey',
    'apikey',
    'privateKey',
    'Authorization',
  ]) {
    expect([name, isSecretName(name)]).toEqual([name, true]);
  }
  for (const name of ['tokens', 'max_tokens', 'tokenCount', 'key', 'secretary', '', 'passwordless']) {
    expect([name, isSecretName(name)]).toEqual([name, false]);
  }
});

describe('fields', () => {
  const check = (fields: Record<string, unknown>, expected: unknown) =>
    expect(redactFields(fields)).toEqual(expected);

  test('secrets are hidden at any depth', () => {
    check(
      { token: { nested: 1 }, list: [{ password: 'p', user: 'u' }], note: 'token=1' },
      {
        token: '***REDACTED***',
        list: [{ password: '***REDACTED***', user: 'u' }],
        note: 'token=***REDACTED***',
      },
    );
  });

  test('errors with code and cause', () => {
    const error = Object.assign(new Error('secret=x', { cause: new Error('below') }), { code: 'ENOENT' });
    expect(redactFields({ error })).toMatchObject({
      error: { name: 'Error', message: 'secret=***REDACTED***', code: 'ENOENT', cause: { message: 'below' } },
    });
  });

  test('whatever JSON cannot write', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(JSON.stringify(redactFields({ cycle }))).toContain('[too deep]');
    check(
      {
        big: 10n,
        call: () => 1,
        mark: Symbol('x'),
        bytes: Buffer.alloc(3),
        date: new Date(NaN),
        map: new Map([[1, 2]]),
        nothing: undefined,
      },
      {
        big: '10',
        call: '[function]',
        mark: '[symbol]',
        bytes: '[3 bytes]',
        date: '[invalid date]',
        map: [[1, 2]],
        nothing: undefined,
      },
    );
    expect(
      JSON.stringify(redactFields({ long: 'x'.repeat(1_000_000), many: Array(10_000).fill(1) })).length,
    ).toBeLessThan(40_000);
  });
});
