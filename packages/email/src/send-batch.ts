import type { CallOptions } from '@org/core';
import type { OnLossy } from './model/fit/lossy.ts';
import type { EmailMessage } from './model/message.ts';
import type { SendJournal } from './send-journal.ts';

/** Options of `sendBatch`. Time limits are those of each request. @public */
export interface SendBatchOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** How many requests are in flight at once. @defaultValue 10 */
  readonly concurrency?: number | undefined;
  /** For all messages. @defaultValue the client's */
  readonly onLossy?: OnLossy | undefined;
  /** The place of the first message in the whole list, for a list that is sent in several batches. */
  readonly firstIndex?: number | undefined;
  /**
   * A text: each request gets a key made from it and the content of its messages, so the same batch, sent
   * again, repeats no request that the service knows. With a journal, a function that returns a key for each
   * message.
   */
  readonly idempotencyKey?: string | ((message: EmailMessage, index: number) => string) | undefined;
  /**
   * A journal of the batch, as in `sendEach`; needs `firstIndex` or a key for each message. The same batch,
   * sent later with the same journal, sends what is missing.
   */
  readonly journal?: SendJournal | undefined;
}
