import type { CallOptions, OrgError } from '@org/core';
import type { OnLossy } from './model/fit/lossy.ts';
import type { EmailMessage } from './model/message.ts';
import type { SendResult } from './model/send-result.ts';
import type { SendJournal } from './send-journal.ts';

/** The result of one message of many. @public */
export type SendEachOutcome =
  | {
      /** Its place in `messages`, counted from `firstIndex`. */
      readonly index: number;
      readonly ok: true;
      /** The result of `send`. */
      readonly result: SendResult;
    }
  | {
      /** Its place in `messages`, counted from `firstIndex`. */
      readonly index: number;
      readonly ok: false;
      /** The error of `send`; `error.outcome` says whether the mail may be out. */
      readonly error: OrgError;
    };

/** Options of `sendEach`: those of a call, and how many messages are in flight at once. @public */
export interface SendEachOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** How many messages are in flight at once. @defaultValue 10 */
  readonly concurrency?: number | undefined;
  /**
   * `false`: yields each outcome as soon as it is known; a slow message does not delay the others.
   * @defaultValue true
   */
  readonly ordered?: boolean | undefined;
  /** The index of the first message, when an earlier run sent those before it. @defaultValue 0 */
  readonly firstIndex?: number | undefined;
  /** A key that is the same when a later run repeats this message, for example its id in your database. */
  readonly idempotencyKey?: ((message: EmailMessage, index: number) => string) | undefined;
  /**
   * A journal of the run. A later run with the same journal and messages resumes: it skips what was sent. A
   * message that was started and has no end is sent again where the service recognises its key, otherwise its
   * error has `outcome: 'unknown'`.
   */
  readonly journal?: SendJournal | undefined;
  /** For all messages. @defaultValue the client's */
  readonly onLossy?: OnLossy | undefined;
}

/**
 * The outcomes of `sendEach`, to iterate over. After a `break` no further message starts; iterate again to
 * get the outcomes of the messages that were in flight. @public
 */
export interface SendEachOutcomes extends AsyncIterable<SendEachOutcome> {
  /** The next outcome. */
  next(): Promise<IteratorResult<SendEachOutcome, void>>;
  /** Starts no further message, and waits for those in flight. */
  return(): Promise<IteratorResult<SendEachOutcome, void>>;
  [Symbol.asyncIterator](): SendEachOutcomes;
}
