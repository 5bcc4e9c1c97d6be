import {
  AbortedError,
  AuthenticationError,
  type CallOptions,
  ClosedError,
  ConfigurationError,
  CredentialError,
  type OrgError,
  PermissionError,
  QuotaExceededError,
} from '@org/core';
import type { OneCall } from '@org/core/driver';
import { AccountSuspendedError, IdempotencyConflictError } from '../model/errors.ts';
import { aborted } from '../model/mail-error.ts';
import type { PreparedMessage } from '../model/message.ts';
import { isAccepted, type SendReceipt } from '../model/send-result.ts';
import { recipientKeys } from './idempotency-keys.ts';

/** One mail: a whole message, or a message for one of its recipients. */
export interface Mail {
  readonly message: PreparedMessage;
  /** Its idempotency key, also in a journal. */
  readonly key: string | undefined;
}

/** How a mail ended. Without receipt and error it never started, because another one failed. */
export interface MailEnd {
  readonly receipt?: SendReceipt | undefined;
  readonly error?: OrgError | undefined;
}

/** Sends mails in one request: resolves with one end for each, whatever happens to them. */
export type Deliver = (mails: readonly Mail[], options: CallOptions) => Promise<readonly MailEnd[]>;

/** A message whose recipients get separate mails becomes one mail for each of them. */
export async function toMails(message: PreparedMessage, key: string | undefined): Promise<readonly Mail[]> {
  const { to, visibility } = message;
  if (visibility === 'shared') return [{ message, key }];
  const keys = key === undefined ? new Map<string, string>() : await recipientKeys(message, key);
  if (to.length <= 1) return [{ message, key: keys.get(to[0]?.address ?? '') }];
  return to.map((recipient) => ({
    message: { ...message, to: [recipient] },
    key: keys.get(recipient.address),
  }));
}

/** The end of a mail that did not start after another one ended with this error. */
export function unstarted(error: OrgError): MailEnd {
  if (AbortedError.isInstance(error)) return { error: aborted(error.cause, 'not-sent') };
  // Otherwise the error describes another mail.
  return error.outcome === 'not-sent' ? { error } : {};
}

/** Adds what is known of these mails. */
export function noteEnds(note: OneCall<CallOptions>['note'], ends: Iterable<MailEnd>): void {
  for (const { receipt, error } of ends)
    note(receipt?.outcomes.some(isAccepted) ? 'sent' : (error?.outcome ?? 'not-sent'));
}

export function isEarlierSend(error: OrgError | undefined): boolean {
  return IdempotencyConflictError.isInstance(error) && error.outcome === 'sent';
}

/** The mail to another recipient of the message would fail in the same way. */
export function concernsMessage(error: OrgError): boolean {
  const families = [
    AbortedError,
    AuthenticationError,
    ClosedError,
    ConfigurationError,
    CredentialError,
    PermissionError,
    QuotaExceededError,
  ];
  return families.some((family) => family.isInstance(error));
}

/** Every further message of a run would fail in the same way: the service refuses the account. */
export function concernsRun(error: OrgError): boolean {
  if (AbortedError.isInstance(error)) return true;
  const families = [
    AccountSuspendedError,
    AuthenticationError,
    ClosedError,
    CredentialError,
    QuotaExceededError,
  ];
  // A refused sender or recipient has a family of its own.
  const isRefused = error.code === 'permission' || families.some((family) => family.isInstance(error));
  return isRefused && error.outcome === 'not-sent' && !error.retryable;
}
