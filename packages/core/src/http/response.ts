/** A complete answer: all of its body was read, within the limits. @public */
export interface HttpAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Headers by name, in any case. */
  readonly headers: { get(name: string): string | null };
  /** The body, decoded of compression. */
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  text(): string;
  /** The parsed body; `undefined` when it is empty or not JSON. */
  json(): unknown;
}
