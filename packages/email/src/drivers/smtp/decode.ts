import type { Failure } from '@org/core';
import {
  type PreparedMessage,
  quotableWords,
  type RecipientOutcome,
  recipientsOf,
  type SendReceipt,
} from '../../driver.ts';
import { classifySmtpFailure } from './errors.ts';
import type { SmtpProgress } from './phase.ts';
import type { SmtpRelay } from './presets/relays.ts';
import type { SmtpDelivery } from './transactions.ts';

interface Sent {
  readonly delivery: SmtpDelivery;
  readonly progress: SmtpProgress;
  /** Ours, in the header `Message-ID`. */
  readonly messageId: string;
  readonly relay: SmtpRelay | undefined;
}

/** The server's reply for each recipient, when it accepted the message for at least one. */
export function mapSmtpReceipt(message: PreparedMessage, sent: Sent): SendReceipt {
  const { delivery, progress } = sent;
  const { rejectedErrors, interruption, response } = delivery;
  const refusals = new Map(rejectedErrors.map((error) => [error.recipient, error]));
  const messageId = idInEvents(sent);
  const untried: SmtpProgress = { ...progress, phase: 'envelope' };
  const outcomes = recipientsOf(message).map((recipient): RecipientOutcome => {
    const refusal = refusals.get(recipient);
    if (refusal !== undefined) return failed(recipient, classifySmtpFailure(refusal, progress));
    if (interruption?.recipients.has(recipient))
      return failed(recipient, classifySmtpFailure(interruption.error, progress));
    if (interruption?.untried.has(recipient))
      return failed(recipient, classifySmtpFailure(interruption.error, untried));
    return { recipient, status: 'accepted', ...(messageId === undefined ? {} : { messageId }) };
  });
  return { outcomes, ...(response === '' ? {} : { response: quotableWords(response) }) };
}

/** The id that the service's events have; some relays replace ours. */
function idInEvents({ relay, messageId, delivery }: Sent): string | undefined {
  const form = relay?.messageId;
  if (form === 'none') return undefined;
  if (form === 'bare') return messageId.replace(/^<|>$/g, '');
  return form?.exec(delivery.response)?.[1] ?? messageId;
}

/** The server refused this recipient, or a transaction after the first accepted one failed. */
function failed(recipient: string, failure: Failure): RecipientOutcome {
  const { type: FailureError, ...fields } = errorFields(failure);
  const status = failure.outcome === 'unknown' ? 'unknown' : 'rejected';
  return { recipient, status, error: new FailureError(fields) };
}

function errorFields(failure: Failure) {
  const { type, message, words, status, providerCode, outcome, replay, extra } = failure;
  const said = words === undefined ? '' : ` The service says: ${quotableWords(words)}`;
  return {
    ...extra,
    type,
    message: `${message}${said}`,
    status,
    providerCode,
    provider: 'smtp',
    operation: 'send',
    outcome,
    retryable: replay === 'always',
  };
}
