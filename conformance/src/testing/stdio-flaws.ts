import { type FlawedPeer, silence } from './flaw.js';

/** Flaws of a process, whatever it speaks. */
export const stdioFlaws: Readonly<Record<string, FlawedPeer>> = {
  'stdio/protocol-only': {
    flaw: 'says goodbye on standard output',
    finding: /not a frame of the protocol|a frame has to be/,
    create: () => ({
      peerEnded(wire) {
        wire.say(Buffer.from('bye\n'));
        wire.hangUp();
      },
    }),
  },
  'stdio/end-of-input': {
    flaw: 'stays when its input ends',
    finding: silence,
    create: () => ({
      inputEnded() {
        process.stdin.on('data', () => {});
        setInterval(() => {}, 1000);
      },
    }),
  },
};
