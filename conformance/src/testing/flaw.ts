/** The reference peer's hold on its two directions, which a flaw uses to do the wrong thing. */
export interface WireControl {
  /** Hands bytes to the correct peer, as if they had just arrived. */
  hear(bytes: Buffer): void;
  /** Writes bytes to the kit. */
  say(bytes: Buffer): void;
  /** Tells the correct peer that its input is over. */
  endOfInput(): void;
  /** Ends the connection to the kit. */
  hangUp(): void;
}

/** One way to be wrong. A hook that is absent does the right thing. */
export interface Flaw {
  /** A chunk came from the kit. */
  hear?(chunk: Buffer, wire: WireControl): void;
  /** The correct peer wants to say this: one frame's content, without its framing. */
  say?(text: string, wire: WireControl): void;
  /** The kit ended its side. */
  inputEnded?(wire: WireControl): void;
  /** The correct peer ended its side. */
  peerEnded?(wire: WireControl): void;
}

/** A flaw, in words and in deeds, and what the check that is there to find it then says. */
export interface FlawedPeer {
  readonly flaw: string;
  readonly finding: RegExp;
  readonly create: () => Flaw;
  /** What is wrong with the process around it, for the reference daemon. */
  readonly daemon?: DaemonFlaw;
}

export interface DaemonFlaw {
  readonly exitCode?: number;
  readonly leavesPortFile?: true;
  /** How long it stays without clients, whatever it was told. */
  readonly patienceSec?: number;
  /** It ends with so many clients still there. */
  readonly neglectedClients?: number;
  /** A client that comes back is too late, whenever it comes. */
  readonly endsAnyway?: true;
  readonly host?: string;
  /** Where it listens, or points to if somebody else does so already. */
  readonly port?: () => number;
  portText?(port: number): string;
}

export const endedEarly = /ended the connection while/;
export const silence = /nothing came within/;

/** Ends the connection on a chunk that matches. */
export const hangsUpOn = (pattern: RegExp): Flaw => ({
  hear: (chunk, wire) => (pattern.test(chunk.toString()) ? wire.hangUp() : wire.hear(chunk)),
});

/** Acts as if a chunk that matches had never come. */
export const overlooks = (pattern: RegExp): Flaw => ({
  hear: (chunk, wire) => {
    if (!pattern.test(chunk.toString())) wire.hear(chunk);
  },
});
