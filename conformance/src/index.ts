export { conformanceProtocols, listChecks } from './protocols.js';
export { type ConformanceOptions, type ConformanceResult, runConformance } from './run-conformance.js';
export type { CheckInfo, SlowRequest } from './suite.js';
export type { TargetSpec } from './target/target.js';
