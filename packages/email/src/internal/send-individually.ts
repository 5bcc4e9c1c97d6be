import {
  AuthenticationError,
  ClosedError,
  ConfigurationError,
  CredentialError,
  isOrgError,
  type OrgError,
  PermissionError,
  QuotaExceededError,
  type Runtime,
  TimeoutError,
} from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { SendOperations } from '../driver.ts';
import { IdempotencyConflictError, IncompleteSendError, RecipientSuppressedError } from '../model/errors.ts';
import type { PreparedMessage } from '../model/message.ts';
import { isAccepted, type RecipientOutcome, type SendReceipt } from '../model/send-result.ts';
import type { SendOptions } from '../send-options.ts';
import { recipientKeys } from './recipient-keys.ts';

export interface IndividualSend {
  readonly session: DriverSession<SendOperations>;
  readonly provider: string;
  readonly runtime: Runtime;
  /** For the whole message. */
  readonly deadlineMs: number;
}

/** How many recipients of one message are in flight at once; the client's limiter sets the rate. */
const concurrency = 10;

/**
 * One mail for each recipient, each with its own idempotency key, under one deadline. The first goes alone:
 * an error that concerns the account ends the send after one attempt, not after one for each recipient.
 */
export async function sendIndividually(
  parts: IndividualSend,
  message: PreparedMessage,
  options: Omit<SendOptions, 'onLossy'>,
): Promise<SendReceipt> {
  const { session, runtime } = parts;
  const { signal, deadlineMs = parts.deadlineMs } = options;
  signal?.throwIfAborted();
  const endsAtMs = runtime.monotonic() + deadlineMs;
  const keys = await runtime.untimed(() => recipientKeys(message, options.idempotencyKey));
  const outcomes: RecipientOutcome[] = [];
  let replayed = true;
  let stop: Stop | undefined;

  const waiting = message.to.entries();
  const sendNext = async (): Promise<boolean> => {
    const { done, value } = waiting.next();
    if (done) return false;
    const [index, recipient] = value;
    const { address } = recipient;
    const remainingMs = endsAtMs - runtime.monotonic();
    if (signal?.aborted) stop ??= { error: signal.reason, isInterrupted: true };
    if (stop !== undefined) outcomes[index] = notStarted(address, stop);
    else if (index > 0 && remainingMs <= 0)
      outcomes[index] = failedOutcome(address, deadlinePassed(parts, deadlineMs));
    else {
      const own = {
        ...options,
        idempotencyKey: keys.get(address),
        // The first is checked as it was given.
        deadlineMs: index === 0 ? options.deadlineMs : remainingMs,
      };
      try {
        const receipt = await session.execute('send', { ...message, to: [recipient] }, own);
        outcomes[index] = receipt.outcomes[0] ?? { recipient: address, status: 'unknown' };
        replayed &&= receipt.replayed === true;
      } catch (error) {
        // The caller's abort reason may be an error of ours, of another call.
        if (!isOrgError(error) || (signal?.aborted && error === signal.reason)) {
          // How far the request came is not known.
          outcomes[index] = { recipient: address, status: 'unknown' };
          replayed = false;
          stop ??= { error, isInterrupted: true };
        } else {
          outcomes[index] = failedOutcome(address, error);
          replayed &&= isEarlierSend(outcomes[index]);
          if (concernsEveryRecipient(error)) stop ??= { error, isInterrupted: false };
        }
      }
    }
    return true;
  };
  const sendRest = async (): Promise<void> => {
    while (await sendNext());
  };
  await sendNext();
  await Promise.all(Array.from({ length: concurrency }, sendRest));
  throwUnlessAccepted(parts, outcomes, stop);
  return { outcomes, replayed };
}

interface Stop {
  readonly error: unknown;
  /** By the caller's abort, or by an error that is not ours. */
  readonly isInterrupted: boolean;
}

/** @throws the first error when no mail is out, IncompleteSendError when one may be */
export function throwUnlessAccepted(
  { provider }: IndividualSend,
  outcomes: readonly RecipientOutcome[],
  stop: Stop | undefined,
): void {
  const accepted = outcomes.filter(isAccepted).length;
  const unknown = outcomes.filter(({ status }) => status === 'unknown').length;
  const isInterrupted = stop?.isInterrupted === true;
  if (accepted > 0 && !isInterrupted) return;
  const failed = outcomes.find(({ status }) => unknown === 0 || status === 'unknown');
  const cause = isInterrupted ? stop?.error : failed?.error;
  if (accepted + unknown === 0) throw cause;
  throw new IncompleteSendError({
    message:
      `The send ${isInterrupted ? 'was interrupted' : 'failed'}: of ${outcomes.length} recipients, ` +
      `${accepted} were accepted and ${unknown} may have been. Read \`outcomes\` before you send it again.`,
    provider,
    operation: 'send',
    outcome: accepted > 0 ? 'sent' : 'unknown',
    outcomes,
    cause,
  });
}

function isEarlierSend({ error }: RecipientOutcome): boolean {
  return IdempotencyConflictError.isInstance(error) && error.outcome === 'sent';
}

/** A recipient whose turn never came. Its `error` is the reason, unless that speaks of another mail. */
function notStarted(recipient: string, { error, isInterrupted }: Stop): RecipientOutcome {
  const isReason = !isInterrupted && isOrgError(error) && error.outcome === 'not-sent';
  return { recipient, status: 'rejected', ...(isReason ? { error } : {}) };
}

function failedOutcome(recipient: string, error: OrgError): RecipientOutcome {
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
  const id: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'messageId') : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The same request for another recipient would fail in the same way. */
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

function deadlinePassed({ provider }: IndividualSend, deadlineMs: number): TimeoutError {
  return new TimeoutError({
    message: `The call reached its limit, ${deadlineMs} ms (deadlineMs), before the turn of this recipient.`,
    provider,
    operation: 'send',
    outcome: 'not-sent',
    retryable: true,
    phase: 'queue',
    limit: 'deadline',
  });
}
