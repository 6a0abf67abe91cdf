/** One rule of a protocol document, in our own words; tests and conformance checks prove it by its id. */
export interface Requirement {
  /** `<protocol>/<topic>/<rule>`, stable for ever. */
  readonly id: string;
  /** Heading of the protocol document that states the rule. */
  readonly section: string;
  readonly rule: string;
}
