import type { CallOptions } from '@org/core';
import type { OnLossy } from './model/fit-message.ts';

/** Options of `sendBatch`. Time limits are those of each request. @public */
export interface SendBatchOptions extends CallOptions {
  /** How many requests are in flight at once. @defaultValue 10 */
  readonly concurrency?: number | undefined;
  /** For all messages. @defaultValue the client's */
  readonly onLossy?: OnLossy | undefined;
  /**
   * Each request gets a key made from this one and the content of its messages: the same batch, sent again,
   * repeats no request that the service knows.
   */
  readonly idempotencyKey?: string | undefined;
}
