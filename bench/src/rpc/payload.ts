/** Problems as a linter reports them: what really travels between these processes. */
export function payloadOf(bytes: number): unknown {
  const problem = (index: number) => ({
    message: `'value${index}' is assigned but never used.`,
    code: 'no-unused-vars',
    severity: 2,
    range: { start: { line: index, character: 6 }, end: { line: index, character: 14 } },
  });
  const problems: unknown[] = [];
  let size = JSON.stringify({ problems: [], pad: '' }).length;
  for (let index = 0; ; index += 1) {
    const length = JSON.stringify(problem(index)).length + 1;
    if (size + length > bytes) break;
    problems.push(problem(index));
    size += length;
  }
  return { problems, pad: 'x'.repeat(Math.max(0, bytes - size)) };
}
