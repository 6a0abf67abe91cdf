/** One measured number, as it is shown and stored. */
export interface Row {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
}

/** A promise and whether this run kept it. Ratios only: times of a shared machine compare with nothing. */
export interface Target {
  readonly what: string;
  readonly comparison: 'at least' | 'at most';
  readonly target: number;
  readonly measured: number;
}

export interface SuiteResult {
  readonly name: string;
  readonly title: string;
  /** How it was measured, for a reader of the page. */
  readonly method: string;
  readonly tables: readonly {
    readonly title: string;
    readonly columns: readonly string[];
    readonly rows: readonly Row[];
  }[];
  readonly targets: readonly Target[];
}

export function isMet({ comparison, target, measured }: Target): boolean {
  return comparison === 'at least' ? measured >= target : measured <= target;
}

/** One suite as a section of the page. */
export function renderSuite(result: SuiteResult): string {
  const tables = result.tables.map(
    ({ title, columns, rows }) =>
      `### ${title}\n\n| | ${columns.join(' | ')} |\n|---|${columns.map(() => '---:|').join('')}\n${rows
        .map(
          ({ name, values }) =>
            `| ${name} | ${columns.map((column) => formatNumber(values[column])).join(' | ')} |`,
        )
        .join('\n')}`,
  );
  return [`## ${result.title}`, result.method, renderTargets(result.targets), ...tables].join('\n\n');
}

function renderTargets(targets: readonly Target[]): string {
  const rows = targets.map(
    (target) =>
      `| ${target.what} | ${target.comparison} ${target.target}× | ${target.measured.toFixed(2)}× | ${isMet(target) ? 'met' : '**missed**'} |`,
  );
  return `| ratio | target | measured | |\n|---|---|---:|---|\n${rows.join('\n')}`;
}

function formatNumber(value: number | undefined): string {
  if (value === undefined) return '–';
  if (value >= 1000) return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
