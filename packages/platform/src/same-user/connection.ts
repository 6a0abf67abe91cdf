/** The two ends of an accepted connection, as a `net.Socket` shows them. */
export interface AcceptedConnection {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

export type SameUserResult =
  | { readonly kind: 'same-user' }
  | { readonly kind: 'refused'; readonly why: string }
  /** This system offers no sound way to tell. What to do then is the caller's decision. */
  | { readonly kind: 'unsupported'; readonly why: string };
