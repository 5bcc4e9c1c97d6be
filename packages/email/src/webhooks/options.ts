/** Age and repetition of webhooks. @public */
export interface WebhookOptions {
  /**
   * How far the signature's time may be from now, both ways. Services without a time in the signature ignore
   * it.
   *
   * @defaultValue 300 000; 600 000 where the service sends its events in batches
   */
  readonly toleranceMs?: number | undefined;
  /** Remembers the webhooks that were handled, so that each is handled once. @defaultValue none */
  readonly replayStore?: ReplayStore | undefined;
}

/**
 * A memory of handled webhooks, which several processes may share: `SET id … NX PX ttlMs` of Redis, or a
 * table with a unique column.
 *
 * @public
 */
export interface ReplayStore {
  /** Remembers the id for this time; `false` when it is there already. */
  claim(id: string, ttlMs: number): Promise<boolean>;
  /** Forgets the id: handling failed, and the service sends the webhook again. */
  release(id: string): Promise<void>;
}
