/** The same value as EDN and as JSON, so that both readers do the same work. */
export interface Sample {
  readonly name: string;
  readonly edn: string;
  readonly json: string;
}

const frame = (index: number) => ({
  id: `req-${index}`,
  kind: 'event',
  event: 'session/updated',
  seq: index,
  data: {
    'session-id': `5f0c7a1e-${index}`,
    phase: 'idle',
    'is-streaming': false,
    'pending-message-count': 0,
    'model-id': 'a-model',
    tokens: [12, 345, 6789],
    name: 'fix the "parser"\n',
  },
});

/** One event of a session, as a frontend gets hundreds of a minute. */
export const smallFrame = sampleOf('small frame', frame(1));

export function manyFrames(count: number): Sample {
  return sampleOf(
    `${count} frames`,
    Array.from({ length: count }, (_, index) => frame(index)),
  );
}

export const longString = sampleOf('one long string', { text: 'All work and no play. '.repeat(5300) });

function sampleOf(name: string, value: unknown): Sample {
  return { name, edn: toEdn(value), json: JSON.stringify(value) };
}

/** Written apart from the printer under test, so that a fault of it cannot hide in the sample. */
function toEdn(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toEdn).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `:${key} ${toEdn(item)}`)
    .join(' ')}}`;
}
