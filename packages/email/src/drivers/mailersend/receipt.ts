import type { ServiceResponse } from '@org/core';
import {
  allAccepted,
  type PreparedMessage,
  quotableWords,
  type RecipientOutcome,
  RecipientSuppressedError,
  readJson,
  type SendReceipt,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

const wireWarnings = z.object({
  warnings: z.array(
    z.object({
      type: z.string(),
      recipients: z.optional(
        z.array(z.object({ email: z.string(), reasons: z.optional(z.array(z.string())) })),
      ),
    }),
  ),
});

const warningsOf = (response: ServiceResponse) => readJson(wireWarnings, response.json())?.warnings ?? [];

/** Nothing is sent, because all recipients are on suppression lists. */
export const isAllSuppressed = (response: ServiceResponse): boolean =>
  warningsOf(response).some(({ type }) => type === 'ALL_SUPPRESSED');

const idOf = ({ headers }: ServiceResponse): string | undefined =>
  headers.get('x-message-id')?.trim() || undefined;

export const provesSend = (response: ServiceResponse): boolean => idOf(response) !== undefined;

/** A 202 whose warnings name the recipients that MailerSend leaves out. */
export function mapReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  const suppressed = new Map<string, readonly string[]>();
  for (const { recipients = [] } of warningsOf(response))
    for (const { email, reasons = [] } of recipients) suppressed.set(email.toLowerCase(), reasons);
  const receipt = allAccepted(message, idOf(response));
  const outcomes = receipt.outcomes.map((outcome): RecipientOutcome => {
    const { recipient } = outcome;
    const reasons = suppressed.get(recipient.toLowerCase());
    if (reasons === undefined) return outcome;
    const words = quotableWords(reasons.join(', ')) || 'suppressed';
    const error = new RecipientSuppressedError({
      message: `MailerSend does not send to this recipient: ${words}.`,
      provider: 'mailersend',
      operation: 'send',
      outcome: 'not-sent',
    });
    return { recipient, status: 'suppressed', error };
  });
  const isPaused = response.headers.get('x-send-paused') === 'true';
  return { ...receipt, outcomes, ...(isPaused ? { response: 'X-Send-Paused: true' } : {}) };
}
