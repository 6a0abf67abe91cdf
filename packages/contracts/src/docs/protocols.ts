import { apexContract } from '../apex/contract.js';
import { apexRequirements } from '../apex/requirements.js';
import { ednContract } from '../edn/contract.js';
import { ednRequirements } from '../edn/requirements.js';
import { erContract } from '../er/contract.js';
import { erRequirements } from '../er/requirements.js';
import { lspContract } from '../lsp/contract.js';
import { lspRequirements } from '../lsp/requirements.js';
import { wmContract } from '../wm/contract.js';
import { wmRequirements } from '../wm/requirements.js';
import { apexAppendices, ednAppendices, lspAppendices } from './appendices.js';
import type { Protocol } from './protocol.js';

/** A function, because nobody who only speaks a protocol should pay for its documentation. */
export const listProtocols = (): readonly Protocol[] => [
  {
    contract: wmContract,
    requirements: wmRequirements,
    transport:
      'TCP on 127.0.0.1, JSON-RPC 2.0 in `Content-Length` frames. The port is in `.venvs/dev_workspace/cache/finecode/wm_port`.',
    appendices: [],
  },
  {
    contract: erContract,
    requirements: erRequirements,
    transport:
      'standard input and output of the runner, or a TCP port that it prints; JSON-RPC 2.0 in `Content-Length` frames.',
    appendices: [],
  },
  {
    contract: lspContract,
    requirements: lspRequirements,
    transport: 'standard input and output of the server, in the framing of LSP.',
    appendices: lspAppendices(),
  },
  {
    contract: ednContract,
    requirements: ednRequirements,
    transport:
      'standard input and output of the server, one EDN map per line. Field names below are keywords: `session-id` is `:session-id`. In the JSON Schemas a keyword value is a string with a colon in front.',
    appendices: ednAppendices(),
  },
  {
    contract: apexContract,
    requirements: apexRequirements,
    transport: 'standard input and output of the backend, JSON-RPC 2.0 in `Content-Length` frames.',
    appendices: apexAppendices(),
  },
];
