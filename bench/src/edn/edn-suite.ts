import { createRequire } from 'node:module';
import { printEdn, readEdn } from '@tandem/wire';
import { parseEDNString, toEDNStringFromSimpleObject } from 'edn-data';
import type { Row, SuiteResult } from '../report.js';
import { median } from '../statistics.js';
import { longString, manyFrames, type Sample, smallFrame } from './samples.js';

const rounds = 7;
const roundMs = 300;

type Work = (text: Sample) => unknown;

const jsedn: { parse(text: string): unknown } = createRequire(import.meta.url)('jsedn');

const readers: Readonly<Record<string, Work>> = {
  'JSON.parse': ({ json }) => JSON.parse(json),
  tandem: ({ edn }) => readEdn(edn, { maps: 'object' }),
  'edn-data': ({ edn }) => parseEDNString(edn, { mapAs: 'object', keywordAs: 'string', listAs: 'array' }),
};

export async function ednSuite(progress: (text: string) => void): Promise<SuiteResult> {
  const large = manyFrames(3000);
  progress('EDN: small frame');
  const small = measure(smallFrame, { ...readers, jsedn: ({ edn }) => jsedn.parse(edn) });
  progress('EDN: many frames');
  const many = measure(large, readers);
  progress('EDN: long string');
  const long = measure(longString, readers);
  progress('EDN: growth');
  const growth = measure(manyFrames(12_000), { tandem: readers['tandem'] ?? readEdnOf });
  progress('EDN: printing');
  const printing = [smallFrame, large, longString].map((sample) => measurePrinting(sample));
  const column = (name: string) => `${name} MB/s`;
  const samples = [
    { name: smallFrame.name, rates: small },
    { name: large.name, rates: many },
    { name: longString.name, rates: long },
  ];
  const ratio = (rates: ReadonlyMap<string, number>, over: string) =>
    (rates.get('tandem') ?? Number.NaN) / (rates.get(over) ?? Number.NaN);
  return {
    name: 'edn',
    title: 'EDN',
    method: `Megabytes of text per second, median of ${rounds} rounds of ${roundMs} ms that take turns. JSON reads and prints the same values. edn-data is the fastest EDN package on npm; jsedn is shown where it ends in reasonable time.`,
    tables: [
      {
        title: 'Reading',
        columns: ['JSON.parse', 'tandem', 'edn-data', 'jsedn'].map(column),
        rows: samples.map(({ name, rates }): Row => ({ name, values: withUnit(rates, column) })),
      },
      {
        title: 'Printing',
        columns: ['JSON.stringify', 'tandem', 'edn-data'].map(column),
        rows: printing.map(({ name, rates }): Row => ({ name, values: withUnit(rates, column) })),
      },
    ],
    targets: [
      {
        what: 'reading a small frame: tandem / edn-data',
        comparison: 'at least',
        target: 3,
        measured: ratio(small, 'edn-data'),
      },
      {
        what: 'reading 3000 frames: tandem / edn-data',
        comparison: 'at least',
        target: 5,
        measured: ratio(many, 'edn-data'),
      },
      {
        what: 'growth: MB/s at 12 000 frames / MB/s at 3000 frames',
        comparison: 'at least',
        target: 0.8,
        measured: (growth.get('tandem') ?? Number.NaN) / (many.get('tandem') ?? Number.NaN),
      },
    ],
  };
}

const readEdnOf: Work = ({ edn }) => readEdn(edn, { maps: 'object' });

function measurePrinting(sample: Sample): { name: string; rates: ReadonlyMap<string, number> } {
  const plain: unknown = JSON.parse(sample.json);
  const value = readEdn(sample.edn, { maps: 'object' });
  const rates = measure(sample, {
    'JSON.stringify': () => JSON.stringify(plain),
    tandem: () => printEdn(value),
    // The package's types know maps only, though it prints lists as well.
    'edn-data': () => toEDNStringFromSimpleObject(plain as Record<string, never>),
  });
  return { name: sample.name, rates };
}

function measure(sample: Sample, works: Readonly<Record<string, Work>>): ReadonlyMap<string, number> {
  const rates = new Map(Object.keys(works).map((name): [string, number[]] => [name, []]));
  for (const work of Object.values(works)) rateOf(work, sample, roundMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) rates.get(name)?.push(rateOf(work, sample, roundMs));
  }
  return new Map([...rates].map(([name, values]) => [name, median(values)]));
}

function rateOf(work: Work, sample: Sample, durationMs: number): number {
  const startedAt = performance.now();
  let times = 0;
  let now = startedAt;
  while (now < startedAt + durationMs) {
    for (let index = 0; index < 8; index += 1) work(sample);
    times += 8;
    now = performance.now();
  }
  return (times * sample.edn.length) / 1e6 / ((now - startedAt) / 1000);
}

function withUnit(
  rates: ReadonlyMap<string, number>,
  column: (name: string) => string,
): Readonly<Record<string, number>> {
  return Object.fromEntries([...rates].map(([name, rate]) => [column(name), rate]));
}
