/** The rules of one `.gitignore` file. Only folders are asked about, so a trailing slash in a pattern says nothing. */
export interface IgnoreRules {
  /** `path` is relative to the folder of the file, with slashes. Undefined when no rule speaks about it. */
  verdictOn(path: string): 'ignored' | 'kept' | undefined;
}

export function parseGitignore(text: string): IgnoreRules {
  const rules = text
    .split('\n')
    .map(parseRule)
    .filter((rule) => rule !== undefined);
  return {
    verdictOn(path) {
      return rules.findLast((rule) => rule.pattern.test(path))?.verdict;
    },
  };
}

interface Rule {
  readonly verdict: 'ignored' | 'kept';
  readonly pattern: RegExp;
}

function parseRule(line: string): Rule | undefined {
  // Trailing spaces count only when a backslash protects them.
  const trimmed = line.replace(/\r$/, '').replace(/(\\.)|( +$)/g, '$1');
  if (trimmed === '' || trimmed.startsWith('#')) return undefined;
  const isNegated = trimmed.startsWith('!');
  const glob = (isNegated ? trimmed.slice(1) : trimmed).replace(/\/$/, '');
  const source = globSource(glob.replace(/^\//, ''));
  if (source === undefined) return undefined;
  const prefix = glob.includes('/') ? '' : '(?:.*/)?';
  return { verdict: isNegated ? 'kept' : 'ignored', pattern: new RegExp(`^${prefix}${source}$`, 's') };
}

/** Undefined for a pattern that git never matches, such as an unclosed bracket. */
function globSource(glob: string): string | undefined {
  const tokens = /^\*\*$|^\*\*\/|\/\*\*\/|\/\*\*$|\*+|\?|\\(.)|\[|./gsu;
  let source = '';
  for (let match = tokens.exec(glob); match !== null; match = tokens.exec(glob)) {
    const [token, escaped] = match;
    if (token === '[') {
      const set = characterSet(glob, tokens.lastIndex);
      if (set === undefined) return undefined;
      source += set.source;
      tokens.lastIndex = set.end;
    } else if (token === '**' && glob === '**') source += '.+';
    else if (token === '**/') source += '(?:.*/)?';
    else if (token === '/**/') source += '/(?:.*/)?';
    else if (token === '/**') source += '/.+';
    else if (token.startsWith('*')) source += '[^/]*';
    else if (token === '?') source += '[^/]';
    else if (token === '\\') return undefined;
    else source += literal(escaped ?? token);
  }
  return source;
}

const posixSets: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  space: '\\s',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

function characterSet(glob: string, start: number): { source: string; end: number } | undefined {
  let at = start;
  const isNegated = glob[at] === '!' || glob[at] === '^';
  if (isNegated) at += 1;
  let members = '';
  for (const first = at; at < glob.length; ) {
    if (glob[at] === ']' && at > first) {
      const matching = isNegated ? `[^/${members}]` : `(?!/)[${members}]`;
      return { source: matching, end: at + 1 };
    }
    const posix = /^\[:(\w+):\]/.exec(glob.slice(at));
    if (posix !== null) {
      members += posixSets[posix[1] ?? ''] ?? '';
      at += posix[0].length;
      continue;
    }
    const [, low, high] = /^(\\.|[\s\S])(?:-(\\.|[^\]]))?/.exec(glob.slice(at)) ?? [];
    if (low === undefined) return undefined;
    at += low.length + (high === undefined ? 0 : high.length + 1);
    members += range(low.slice(-1), (high ?? low).slice(-1));
  }
  return undefined;
}

/** A range that runs backwards holds where it starts, as git has it. */
function range(low: string, high: string): string {
  return low > high ? literal(low) : `${literal(low)}-${literal(high)}`;
}

function literal(character: string): string {
  return /[\w/]/.test(character) || character > '\u007f' ? character : `\\${character}`;
}
