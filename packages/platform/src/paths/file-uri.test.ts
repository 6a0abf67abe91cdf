import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OperatingSystem } from '../operating-system.js';
import { fileUriToPath, pathToFileUri } from './file-uri.js';

/** Both directions of one pair. */
function check(path: string, uri: string, os: OperatingSystem): void {
  expect(pathToFileUri(path, os)).toBe(uri);
  expect(fileUriToPath(uri, os)).toBe(path);
}

describe('POSIX', () => {
  test.each([
    ['/', 'file:///'],
    ['/a/b.ts', 'file:///a/b.ts'],
    ['/with space/#hash/100%/q?', 'file:///with%20space/%23hash/100%25/q%3F'],
    ['/grüße/日本/🎈', 'file:///gr%C3%BC%C3%9Fe/%E6%97%A5%E6%9C%AC/%F0%9F%8E%88'],
    ["/!'()*~-_.", 'file:///%21%27%28%29%2A~-_.'],
    ['/back\\slash/C:/a;b=c', 'file:///back%5Cslash/C%3A/a%3Bb%3Dc'],
    ['/new\nline\ttab', 'file:///new%0Aline%09tab'],
    ['/%41', 'file:///%2541'],
    ['/folder/', 'file:///folder/'],
  ])('%j', (path, uri) => {
    check(path, uri, 'linux');
    check(path, uri, 'darwin');
  });

  test('other spellings are understood', () => {
    const read = (uri: string, path: string) => expect(fileUriToPath(uri, 'linux')).toBe(path);
    read('FILE:///a', '/a');
    read('file://localhost/a', '/a');
    read('file:/a', '/a');
    read('file:///a b/ü', '/a b/ü');
    read('file:///a?query#part', '/a');
    read('file:///a/%2E%2E/b/./c//d', '/b/c/d');
  });
});

describe('Windows', () => {
  test.each([
    ['C:\\', 'file:///C:/'],
    ['C:\\a b\\#%.ts', 'file:///C:/a%20b/%23%25.ts'],
    ['D:\\grüße\\🎈', 'file:///D:/gr%C3%BC%C3%9Fe/%F0%9F%8E%88'],
    ['\\\\server\\share\\a b', 'file://server/share/a%20b'],
  ])('%j', (path, uri) => check(path, uri, 'win32'));

  test('other spellings are understood', () => {
    const read = (uri: string, path: string) => expect(fileUriToPath(uri, 'win32')).toBe(path);
    read('file:///c%3A/x', 'C:\\x');
    read('file:///c:/x/../y', 'C:\\y');
    read('file:///c:', 'C:\\');
    read('file://localhost/c:/x', 'C:\\x');
    expect(pathToFileUri('c:/x/y', 'win32')).toBe('file:///c:/x/y');
    expect(pathToFileUri('\\\\?\\C:\\x', 'win32')).toBe('file:///C:/x');
    expect(pathToFileUri('\\\\?\\UNC\\server\\share\\x', 'win32')).toBe('file://server/share/x');
  });
});

describe('what is no file says why', () => {
  const bad = (uri: string, os: OperatingSystem, says: string) =>
    expect(() => fileUriToPath(uri, os)).toThrow(
      expect.objectContaining({ code: 'bad-file-uri', message: expect.stringContaining(says) }),
    );

  test('anywhere', () => {
    for (const uri of [
      '',
      'untitled:Untitled-1',
      'http://host/a',
      'file',
      'file:',
      'file://',
      'file:a/b',
      '/a/b',
      ' file:///a',
    ]) {
      bad(uri, 'linux', 'is not the URI of a file');
    }
    bad('file:///a%2Fb', 'linux', 'encoded slash');
    bad('file:///a%zz', 'linux', 'not well encoded');
    bad('file:///%ff', 'linux', 'not well encoded');
    bad('file:///%', 'linux', 'not well encoded');
    bad('file:///a%00b', 'linux', 'NUL');
    bad('file://server/a', 'linux', 'names the machine "server"');
  });

  test('on Windows', () => {
    bad('file:///a/b', 'win32', 'names no drive');
    bad('file:///c:/a%5Cb', 'win32', 'encoded backslash');
    bad('file:///cc:/a', 'win32', 'names no drive');
  });

  test('paths without a URI', () => {
    const refuse = (path: string, os: OperatingSystem) =>
      expect(() => pathToFileUri(path, os)).toThrow(expect.objectContaining({ code: 'bad-file-uri' }));
    for (const path of ['', 'a/b', './a', 'C:\\a', '/half\ud800']) refuse(path, 'linux');
    for (const path of ['', 'a', '\\a', '/a', 'C:', 'C:a', '1:\\a']) refuse(path, 'win32');
  });
});

describe('properties', () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
  const posixPath = fc
    .array(
      name.filter((text) => !/^\.{1,2}$|[/\0]/.test(text)),
      { minLength: 1, maxLength: 5 },
    )
    .map((names) => `/${names.join('/')}`);
  const windowsPath = fc
    .tuple(
      fc.constantFrom('C:\\', 'Z:\\', '\\\\server\\share\\'),
      fc.array(
        name.filter((text) => !/^\.{1,2}$|[/\\\0:*?"<>|]/.test(text)),
        { minLength: 1, maxLength: 5 },
      ),
    )
    .map(([root, names]) => root + names.join('\\'));

  test('a path survives the way to a URI and back; Node reads our URIs, and we read the ones Node writes', () => {
    fc.assert(
      fc.property(posixPath, (path) => {
        const uri = pathToFileUri(path, 'linux');
        expect(uri).toMatch(/^file:\/\/[\w\-.~%/]+$/);
        expect(fileUriToPath(uri, 'linux')).toBe(path);
        expect(fileURLToPath(uri, { windows: false })).toBe(path);
        const nodeUrl = pathToFileURL(path, { windows: false });
        // Node loses a control character at the end of a path.
        const isFaithful = fileURLToPath(nodeUrl, { windows: false }) === path;
        if (isFaithful) expect(fileUriToPath(nodeUrl.href, 'linux')).toBe(path);
      }),
    );
  });

  test('so does a Windows path', () => {
    fc.assert(
      fc.property(windowsPath, (path) => {
        const uri = pathToFileUri(path, 'win32');
        expect(fileUriToPath(uri, 'win32')).toBe(path);
        expect(fileURLToPath(uri, { windows: true })).toBe(path);
      }),
    );
  });

  test('any text gives a path or a precise error, never anything else', () => {
    const uriLike = fc.oneof(
      fc.string(),
      fc.string().map((text) => `file:///${text}`),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(uriLike, fc.constantFrom<OperatingSystem>('linux', 'win32'), (uri, os) => {
        try {
          expect(fileUriToPath(uri, os)).not.toBe('');
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-file-uri' });
        }
      }),
    );
  });
});
