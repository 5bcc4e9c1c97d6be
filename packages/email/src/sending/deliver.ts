import {
  AbortedError,
  type CallOptions,
  type OrgError,
  type Outcome,
  type Runtime,
  ThrottleRejectedError,
  TimeoutError,
} from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { BatchReceipts } from '../driver/batch-receipts.ts';
import type { BatchOperations, SendOperations } from '../driver/operations.ts';
import { IncompleteSendError } from '../model/errors.ts';
import { aborted, toMailError } from '../model/mail-error.ts';
import { type Deliver, isEarlierSend, type Mail, type MailEnd } from './mail.ts';

type Execute = DriverSession<SendOperations & BatchOperations>['execute'];

// A polluted `Object.prototype` sets no option.
const unset = { onAborted: undefined, signal: undefined, idempotencyKey: undefined };

/** Sends one mail as `send`, and several as `send.batch`. */
export function deliverThrough(execute: Execute, provider: string): Deliver {
  return async (mails, given) => {
    const { onAborted, signal, ...options } = { ...unset, ...given };
    if (signal?.aborted) return failedAll(mails, aborted(signal.reason, 'not-sent'));
    // A driver that does not report an abort has proven nothing.
    let proven: Outcome = 'unknown';
    const own: CallOptions = {
      ...options,
      signal,
      onAborted(outcome) {
        proven = outcome;
        onAborted?.(outcome);
      },
    };
    try {
      const receipts = await sendAll(execute, mails, own);
      return mails.map((_, place) => {
        const receipt = receipts[place];
        return receipt === undefined ? { error: withoutReceipt(provider) } : { receipt };
      });
    } catch (thrown) {
      const error = toMailError(thrown, signal, proven);
      return failedAll(mails, mails.length > 1 ? ofEach(error, provider) : error);
    }
  };
}

async function sendAll(
  execute: Execute,
  mails: readonly Mail[],
  options: CallOptions,
): Promise<BatchReceipts> {
  const [first] = mails;
  if (first === undefined || mails.length > 1)
    return execute(
      'send.batch',
      mails.map(({ message }) => message),
      options,
    );
  const { idempotencyKey = first.key } = options;
  return [await execute('send', first.message, { ...options, idempotencyKey })];
}

export function failedAll(mails: readonly Mail[], error: NonNullable<MailEnd['error']>): MailEnd[] {
  return mails.map(() => ({ error }));
}

/** The acceptance of a request proves nothing about a message that its response does not name. */
export function ofEach(error: OrgError, provider: string): OrgError {
  if (error.outcome !== 'sent' || isEarlierSend(error)) return error;
  return AbortedError.isInstance(error) ? aborted(error.cause, 'unknown') : withoutReceipt(provider, error);
}

function withoutReceipt(provider: string, cause?: OrgError): IncompleteSendError {
  return new IncompleteSendError({
    message: `The response of ${provider} has no entry for this message; whether it was sent is not known.`,
    provider,
    operation: 'send.batch',
    outcome: 'unknown',
    cause,
  });
}

const shortestWaitMs = 50;
const usualWaitMs = 1_000;
const longestWaitMs = 60_000;

/**
 * Waits until the limiter lets a mail through, however long that takes: its queue and the deadline of a call
 * are bounds of a single call.
 */
export function patiently(deliver: Deliver, runtime: Pick<Runtime, 'sleep'>): Deliver {
  return async (mails, options) => {
    for (;;) {
      const ends = await deliver(mails, options);
      const [{ error } = {}] = ends;
      if (error === undefined || !isHeldBack(error)) return ends;
      const { signal } = options;
      const waitMs = error.retryAfterMs ?? usualWaitMs;
      try {
        await runtime.sleep(Math.min(longestWaitMs, Math.max(shortestWaitMs, waitMs)), signal);
      } catch (reason) {
        return failedAll(mails, aborted(reason, 'not-sent'));
      }
    }
  };
}

/** The limiter held the mail back: its queue is full, or the deadline of the call ended the wait. */
function isHeldBack(error: OrgError): boolean {
  if (error.outcome !== 'not-sent') return false;
  if (TimeoutError.isInstance(error)) return error.phase === 'queue' || error.attempts === 0;
  return ThrottleRejectedError.isInstance(error) && error.retryable;
}

/** The error of a mail that did not start before the deadline of its message. */
export function deadlinePassed(provider: string, deadlineMs: number): TimeoutError {
  return new TimeoutError({
    message: `The call reached its deadline, ${deadlineMs} ms (deadlineMs), before this mail started.`,
    provider,
    operation: 'send',
    outcome: 'not-sent',
    retryable: true,
    phase: 'queue',
    limit: 'deadline',
  });
}
