export interface ConformanceOptions {
  readonly connect?: string;
  readonly command?: string;
  readonly only?: readonly string[];
  readonly timeout: number;
  readonly json?: boolean;
  readonly list?: boolean;
}

export async function executeConformance(protocol: string, options: ConformanceOptions): Promise<number> {
  return 0;
}
