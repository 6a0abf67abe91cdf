import type { Check, TargetFacts } from './check.js';
import type { Channel } from './session/channel.js';

/** What both kinds of session offer to the checks that are the same for every encoding. */
export interface StdioSession {
  readonly channel: Channel;
  probe(): Promise<void>;
  expectEnd(waitingFor: string): Promise<void>;
}

const notApplicable = ({ transport }: TargetFacts) =>
  transport === 'stdio'
    ? undefined
    : 'the target is reached over TCP, so its standard streams carry no protocol';

/** Checks of a process that talks on its standard streams. */
export const stdioChecks: readonly Check<StdioSession>[] = [
  {
    id: 'stdio/protocol-only',
    title: 'standard output carries frames and nothing else, to the very end',
    proves: [
      'er/transport/stdio',
      'lsp/transport/stdio',
      'edn/transport/stdout-frames-only',
      'edn/transport/one-map-per-line',
      'apex/transport/stdout-frames-only',
    ],
    notApplicable,
    async run(session) {
      await session.probe();
      session.channel.endInput();
      // Everything up to the end is read as frames, so anything else fails the check here.
      await session.expectEnd('the end of the output');
    },
  },
  {
    id: 'stdio/end-of-input',
    title: 'the process ends when its input ends',
    proves: ['er/transport/stdio', 'lsp/transport/stdio', 'apex/transport/stdio', 'apex/lifecycle/orphan'],
    notApplicable,
    async run(session) {
      await session.probe();
      session.channel.endInput();
      await session.channel.exit();
    },
  },
];
