// What must be true of every outcome that a caller gets.
import { isOrgError, type OrgError } from '@org/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  createEmailClient,
  type EmailDriver,
  type EmailMessage,
  type EmailSendClient,
  IncompleteSendError,
  type SendEachOutcome,
} from '../../src/index.ts';

type MailsTo = (recipient: string) => number;

/** The end of one message, as its caller got it. */
export type End =
  | Pick<Extract<SendEachOutcome, { ok: true }>, 'ok' | 'result'>
  | { ok: false; error: OrgError };

/**
 * A client that repeats at once, and gives up where a service asks for more than a second. Its time limit is
 * short only where a service hangs: on a busy machine, a request arrives after a short one.
 */
export function openClient(
  driver: EmailDriver,
  maxAttempts: number,
  monotonic = () => performance.now(),
  timeoutMs = 10_000,
): EmailSendClient {
  const retry = { maxAttempts, baseMs: 0, throttledBaseMs: 0, quota: false, maxRetryAfterMs: 1_000 } as const;
  // No spread after a hint.
  const runtime = { random: () => 0, monotonic };
  return createEmailClient({ driver, retry, limiter: false, runtime, timeoutMs });
}

export const recipientsOf = ({ to }: EmailMessage) => [to].flat() as string[];

/** Which messages a story has. */
export interface Letters {
  /** How many recipients each message has. */
  readonly sizes: readonly number[];
  readonly visibility: 'shared' | 'individual';
}

export const letters = {
  sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
  visibility: fc.constantFrom('shared' as const, 'individual' as const),
};

let stories = 0;

/** The recipients are numbered from 0; no two stories have one in common. */
export function messagesOf({ sizes, visibility }: Letters, sendAt?: Date): EmailMessage[] {
  stories += 1;
  let number = 0;
  return sizes.map((size) => {
    const to = Array.from({ length: size }, () => {
      number += 1;
      return `${number - 1}@s${stories}.dev`;
    });
    const content = { subject: 'Hi', html: '<p>Hi</p>', ...(sendAt === undefined ? {} : { sendAt }) };
    return { from: 'ann@acme.dev', to, ...content, recipientVisibility: visibility };
  });
}

/** Nobody has two mails. */
export function expectNoDoubles(messages: readonly EmailMessage[], mailsTo: MailsTo): void {
  for (const recipient of messages.flatMap(recipientsOf))
    expect(mailsTo(recipient), `mails to ${recipient}`).toBeLessThan(2);
}

/** What the end says of the message and of each recipient agrees with what the service accepted. */
export function expectTruth(end: End, message: EmailMessage, mailsTo: MailsTo): void {
  const recipients = recipientsOf(message);
  const counts = recipients.map(mailsTo);
  const outcomes = outcomesOf(end);
  if (end.ok || outcomes.length > 0) expect(outcomes.map(({ recipient }) => recipient)).toEqual(recipients);
  for (const { recipient, status, error } of outcomes) {
    const about = `${recipient} is ${status}, ${error?.message}`;
    if (status === 'accepted' || status === 'scheduled') expect(mailsTo(recipient), about).toBeGreaterThan(0);
    else if (status !== 'unknown') expect(mailsTo(recipient), about).toBe(0);
    if (error !== undefined && status === 'rejected') expect(error.outcome, about).toBe('not-sent');
  }
  if (end.ok) {
    expect(outcomes.some(({ status }) => status === 'accepted' || status === 'scheduled')).toBe(true);
    return;
  }
  const { error } = end;
  expect(isOrgError(error), String(error)).toBe(true);
  const about = `${error.outcome}: ${error.message}`;
  expect(['not-sent', 'unknown', 'sent'], about).toContain(error.outcome);
  if (error.outcome === 'not-sent') expect(counts, about).toEqual(counts.map(() => 0));
  if (error.outcome === 'sent') expect(Math.max(...counts), about).toBeGreaterThan(0);
}

export function outcomesOf(end: End) {
  if (end.ok) return end.result.outcomes;
  return IncompleteSendError.isInstance(end.error) ? end.error.outcomes : [];
}
