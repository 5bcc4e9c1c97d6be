import {
  AuthenticationError,
  type CallOptions,
  ClosedError,
  ConfigurationError,
  CredentialError,
  isOrgError,
  type OrgError,
  PermissionError,
  QuotaExceededError,
  TimeoutError,
} from '@org/core';
import type { EmailAddress } from '../model/address.ts';
import { IdempotencyConflictError, RecipientSuppressedError } from '../model/errors.ts';
import type { PreparedMessage } from '../model/message.ts';
import { ownValue } from '../model/reader.ts';
import type { RecipientOutcome } from '../model/send-result.ts';
import type { SendParts, SplitReceipt, Stop } from './send-parts.ts';

/** How many recipients of one message are in flight at once; the client's limiter sets the rate. */
const concurrency = 10;

/**
 * Sends one mail to each recipient, each with its own idempotency key, under one deadline. The first goes
 * alone: an error of the account ends the send after one attempt, not after one for each recipient.
 */
export async function sendIndividually(
  parts: SendParts,
  message: PreparedMessage,
  options: CallOptions,
  keys: ReadonlyMap<string, string>,
): Promise<SplitReceipt> {
  const { session, provider, runtime } = parts;
  const { signal, deadlineMs = parts.deadlineMs } = options;
  signal?.throwIfAborted();
  const endsAtMs = runtime.monotonic() + deadlineMs;
  let replayed = true;
  let stop: Stop | undefined;

  const sendTo = async (recipient: EmailAddress, isFirst: boolean): Promise<RecipientOutcome> => {
    const { address } = recipient;
    const remainingMs = endsAtMs - runtime.monotonic();
    if (signal?.aborted) stop ??= { error: signal.reason, isInterrupted: true };
    if (stop !== undefined) return notStarted(address, stop);
    if (!isFirst && remainingMs <= 0) return failed(address, deadlinePassed(provider, deadlineMs));
    // The first call checks the caller's own deadline.
    const timing = { deadlineMs: isFirst ? options.deadlineMs : remainingMs };
    const callOptions = { ...options, ...timing, idempotencyKey: keys.get(address) };
    try {
      const receipt = await session.execute('send', { ...message, to: [recipient] }, callOptions);
      replayed &&= receipt.replayed === true;
      return receipt.outcomes[0] ?? { recipient: address, status: 'unknown' };
    } catch (error) {
      // The caller's abort reason may be an error of ours, of another call.
      const isInterrupted = !isOrgError(error) || (signal?.aborted === true && error === signal.reason);
      if (isInterrupted || concernsEveryRecipient(error)) stop ??= { error, isInterrupted };
      replayed &&= !isInterrupted && isEarlierSend(error);
      // After an interruption the progress of the request is unknown.
      return isInterrupted ? { recipient: address, status: 'unknown' } : failed(address, error);
    }
  };
  const waiting = message.to.entries();
  const outcomes: RecipientOutcome[] = [];
  const sendRest = async (): Promise<void> => {
    for (const [index, recipient] of waiting) outcomes[index] = await sendTo(recipient, false);
  };
  const [, first] = waiting.next().value ?? [];
  if (first !== undefined) outcomes[0] = await sendTo(first, true);
  await Promise.all(Array.from({ length: concurrency }, sendRest));
  return { outcomes, replayed, isSplit: true, stop };
}

export function isEarlierSend(error: OrgError): boolean {
  return IdempotencyConflictError.isInstance(error) && error.outcome === 'sent';
}

/** A recipient whose mail never started. Its `error` is the reason, unless that describes another mail. */
export function notStarted(recipient: string, { error, isInterrupted }: Stop): RecipientOutcome {
  const isReason = !isInterrupted && isOrgError(error) && error.outcome === 'not-sent';
  return { recipient, status: 'rejected', ...(isReason ? { error } : {}) };
}

export function failed(recipient: string, error: OrgError): RecipientOutcome {
  const { outcome } = error;
  if (outcome === 'sent' || outcome === 'unknown') {
    const messageId = messageIdOf(error);
    const status = outcome === 'sent' ? 'accepted' : 'unknown';
    return { recipient, status, error, ...(messageId === undefined ? {} : { messageId }) };
  }
  return { recipient, status: RecipientSuppressedError.isInstance(error) ? 'suppressed' : 'rejected', error };
}

/** The `Message-ID` of a mail that may be out; the driver puts it into the error's `details`. */
function messageIdOf({ details }: OrgError): string | undefined {
  const id = ownValue(details, 'messageId');
  return typeof id === 'string' ? id : undefined;
}

/** The request for another recipient would fail in the same way. */
function concernsEveryRecipient(error: OrgError): boolean {
  return [
    AuthenticationError,
    ClosedError,
    ConfigurationError,
    CredentialError,
    PermissionError,
    QuotaExceededError,
  ].some((family) => family.isInstance(error));
}

function deadlinePassed(provider: string, deadlineMs: number): TimeoutError {
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
