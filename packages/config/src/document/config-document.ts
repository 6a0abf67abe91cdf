import { basename, dirname } from 'node:path';
import { PlatformError } from '@tandem/platform';
import { parse, TomlDate, TomlError } from 'smol-toml';
import type { ConfigProblem } from '../checks/problem.js';
import type { ConfigFiles } from './config-files.js';
import { type ConfigNode, listOf, type Scalar, type TableNode } from './config-node.js';
import { scanJsonPositions } from './json-positions.js';
import type { FileOrigin, LocatedFile } from './origin.js';
import { KeyOffsets, positionAt } from './text-positions.js';
import { scanTomlPositions } from './toml-positions.js';

export interface ConfigDocument extends LocatedFile {
  readonly root: TableNode;
}

export type DocumentReading =
  | { readonly kind: 'missing' }
  | { readonly kind: 'parsed'; readonly document: ConfigDocument }
  | { readonly kind: 'broken'; readonly problem: ConfigProblem };

/** Reads each file once: made for one pass over a workspace; a new pass that should see changes makes a new one. */
export interface DocumentReader {
  read(filePath: string): Promise<DocumentReading>;
  /** Tells which files a folder holds, so that nobody asks the disk for others. */
  noteFolder(dir: string, fileNames: ReadonlySet<string>): void;
}

export function createDocumentReader(files: ConfigFiles): DocumentReader {
  const readings = new Map<string, Promise<DocumentReading>>();
  const folders = new Map<string, ReadonlySet<string>>();
  return {
    noteFolder(dir, fileNames) {
      folders.set(dir, fileNames);
    },
    async read(filePath) {
      const known = readings.get(filePath);
      if (known !== undefined) return known;
      if (folders.get(dirname(filePath))?.has(basename(filePath)) === false) return { kind: 'missing' };
      const reading = readDocument(filePath, files);
      readings.set(filePath, reading);
      return reading;
    },
  };
}

async function readDocument(filePath: string, files: ConfigFiles): Promise<DocumentReading> {
  try {
    const text = await files.readTextIfExists(filePath);
    return text === undefined ? { kind: 'missing' } : parseDocument(filePath, text);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return {
      kind: 'broken',
      problem: brokenFile(filePath, 1, 1, error.message.replace(/\.$/, ''), 'Make it readable'),
    };
  }
}

export function parseDocument(filePath: string, text: string): DocumentReading {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return filePath.endsWith('.json') ? parseJson(filePath, content) : parseToml(filePath, content);
}

function parseToml(filePath: string, text: string): DocumentReading {
  try {
    // A large integer that another tool's table holds is none of our business, so it must not stop the parser.
    const value = parse(text, { integersAsBigInt: 'asNeeded' });
    return { kind: 'parsed', document: createDocument(filePath, text, value, () => scanTomlPositions(text)) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = (error.message.split('\n')[0] ?? '').replace(
      /^Invalid TOML document: /,
      'not valid TOML: ',
    );
    return { kind: 'broken', problem: brokenFile(filePath, error.line, error.column, message) };
  }
}

function parseJson(filePath: string, text: string): DocumentReading {
  const value = parseJsonText(text);
  if (value !== undefined) {
    const scan = () => {
      const result = scanJsonPositions(text);
      return result.kind === 'valid' ? result.offsets : new KeyOffsets();
    };
    return { kind: 'parsed', document: createDocument(filePath, text, value, scan) };
  }
  const result = scanJsonPositions(text);
  const broken = result.kind === 'invalid' ? result : { offset: 0, message: 'expected an object' };
  const { line, column } = positionAt(text, broken.offset);
  return { kind: 'broken', problem: brokenFile(filePath, line, column, `not valid JSON: ${broken.message}`) };
}

/** Undefined when the text is not JSON or not an object. */
function parseJsonText(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function brokenFile(
  filePath: string,
  line: number,
  column: number,
  message: string,
  fix = 'Correct the syntax at this place',
): ConfigProblem {
  return { severity: 'error', file: filePath, line, column, key: '', message, fix };
}

function createDocument(
  filePath: string,
  text: string,
  value: object,
  scan: () => KeyOffsets,
): ConfigDocument {
  let offsets: KeyOffsets | undefined;
  const file: LocatedFile = {
    filePath,
    positionOf(path) {
      offsets ??= scan();
      return positionAt(text, offsets.nearestOffset(path));
    },
  };
  const top: FileOrigin = { kind: 'file', file, key: undefined, parent: undefined };
  return { ...file, root: tableFrom(value, top) };
}

function tableFrom(value: object, origin: FileOrigin): TableNode {
  const entries = new Map<string, ConfigNode>();
  for (const [key, item] of Object.entries(value)) entries.set(key, nodeFrom(item, childOrigin(origin, key)));
  return { kind: 'table', entries, origin };
}

function nodeFrom(value: unknown, origin: FileOrigin): ConfigNode {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => nodeFrom(item, childOrigin(origin, index)));
    return listOf(items, origin);
  }
  if (typeof value === 'object' && value !== null && !(value instanceof TomlDate))
    return tableFrom(value, origin);
  return { kind: 'scalar', value: scalarFrom(value), origin };
}

function childOrigin(parent: FileOrigin, key: string | number): FileOrigin {
  return { kind: 'file', file: parent.file, key, parent };
}

/** Raw configuration travels as JSON, which has no dates, no infinities and no big integers. */
function scalarFrom(value: unknown): Scalar {
  if (value instanceof TomlDate) return value.toISOString();
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return null;
}
