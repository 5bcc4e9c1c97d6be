import type { ReplayStore } from '@org/core/webhooks';

/** Age and repetition of webhooks. @public */
export interface WebhookOptions {
  /**
   * How far the signature's time may be from now, both ways. Services without a time in the signature ignore
   * it.
   *
   * @defaultValue 300 000; 600 000 where the service sends its events in batches
   */
  readonly toleranceMs?: number | undefined;
  /** Remembers webhooks, so that each is handled once. @defaultValue none */
  readonly replayStore?: ReplayStore | undefined;
}
