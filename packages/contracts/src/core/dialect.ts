/** One message part that two kinds of peers send in two shapes under one name. */
export interface ShapeDifference {
  readonly method: string;
  readonly part: 'params' | 'result';
  /** What the contract says. */
  readonly contract: string;
  /** What is sent in this dialect. */
  readonly here: string;
}

/** A way of speaking a protocol, chosen once per connection by what the peer says of itself. */
export interface DialectSpec {
  readonly name: string;
  readonly protocol: string;
  /** Who speaks it. */
  readonly peer: string;
  /** How such a peer is recognised. */
  readonly recognisedBy: string;
  readonly differences: readonly ShapeDifference[];
}
