/** What keeps actions that call actions from running away. */
export interface RunLimits {
  /** How many runs may lead to one another. */
  readonly orchestrationDepth: number;
  /** In how many projects one request may run. */
  readonly projectFanOut: number;
  /** How many projects of one request run at the same moment; the others wait for their turn. */
  readonly concurrentProjects: number;
  /** How many nested runs may be in flight below one request, whatever depth their runners claim to be at. */
  readonly nestedRuns: number;
}

export const defaultRunLimits: RunLimits = {
  orchestrationDepth: 8,
  projectFanOut: 1024,
  concurrentProjects: 16,
  nestedRuns: 4096,
};
