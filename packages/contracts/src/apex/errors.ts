/** Server errors of the contract. Peers that use words for codes put the word into `error.data.kind`. */
export const apexErrors = {
  initialization: {
    code: -32000,
    doc: 'The backend could not start, or was used before it was initialized.',
  },
  taskExecution: { code: -32001, doc: 'A task failed in a way that its result cannot express.' },
  configuration: { code: -32002, doc: 'The configuration given by the host is not usable.' },
  toolExecution: { code: -32003, doc: 'A tool failed; the host says so in its tool response.' },
  context: { code: -32004, doc: 'The context of a task is unusable or missing.' },
} as const;
