import type { CallOptions } from '@org/core';
import { hasLateContent } from '../content/late-content.ts';
import { loadContent } from '../content/load-content.ts';
import { checkSupport } from '../model/check-support.ts';
import {
  decideLossy,
  findUnusedKey,
  findVisibleMetadata,
  type LossyMapping,
  lossyError,
} from '../model/fit-message.ts';
import type { EmailMessage, PreparedMessage } from '../model/message.ts';
import { prepareMessage } from '../model/prepare-message.ts';
import type { SendResult } from '../model/send-result.ts';
import type { SendOptions } from '../send-options.ts';
import { conclude } from './conclude.ts';
import { toMailError, toMails } from './mail.ts';
import { sendTogether } from './send-mails.ts';
import type { SenderParts } from './sender-parts.ts';

/** A valid message in the form that the service carries, and what was lost. */
export interface FittedMessage {
  readonly message: PreparedMessage;
  readonly lossy: readonly LossyMapping[];
}

/** Sends one message: validate, fit to the service, one mail for each recipient where that is so, merge. */
export async function sendMessage(
  parts: SenderParts,
  input: EmailMessage,
  options: SendOptions,
): Promise<SendResult> {
  const { runtime, provider } = parts;
  const { onLossy: _, idempotencyKey: key, ...common } = options;
  const startedAtMs = runtime.monotonic();
  const { message, lossy } = await fitMessage(parts, input, options);
  const { deadlineMs = parts.deadlineMs } = common;
  const remainingMs = Math.max(1, deadlineMs - (runtime.monotonic() - startedAtMs));
  const timing = hasLateContent(input) ? { deadlineMs: remainingMs } : {};
  const mails =
    key === undefined ? await toMails(message, key) : await runtime.untimed(() => toMails(message, key));
  const ends = await sendTogether(parts, mails, { ...common, ...timing });
  return conclude({ mails, ends, lossy }, provider);
}

/**
 * Checks a message, reads what it does not contain yet, and fits it to the service.
 *
 * @throws OrgError with the outcome `not-sent`
 */
export async function fitMessage(
  parts: SenderParts,
  input: EmailMessage,
  { onLossy = parts.onLossy, idempotencyKey, signal, deadlineMs }: SendOptions,
): Promise<FittedMessage> {
  const { provider, capabilities, runtime } = parts;
  const ready = hasLateContent(input) ? await load(parts, input, { signal, deadlineMs }) : input;
  const { message, lossy } = decideLossy(prepareMessage(ready), capabilities);
  checkSupport(message, capabilities, provider, runtime.now());
  if (lossy.length > 0 && onLossy !== 'warn' && onLossy !== 'allow') throw lossyError(lossy, provider);
  const losses = [
    ...lossy,
    ...findVisibleMetadata(message, capabilities),
    ...findUnusedKey(idempotencyKey, capabilities),
  ];
  if (onLossy === 'warn') warn(losses, provider);
  return { message, lossy: losses };
}

// The memory that attachments may take when the service publishes no limit.
const maxUnlimitedBytes = 100 * 1024 * 1024;

async function load(
  { runtime, provider, capabilities, render, ...parts }: SenderParts,
  input: EmailMessage,
  { signal, deadlineMs = parts.deadlineMs }: CallOptions,
): Promise<EmailMessage> {
  const { maxAttachmentBytes = maxUnlimitedBytes } = capabilities.limits;
  const limits = { maxBytes: maxAttachmentBytes, deadlineMs, signal };
  try {
    return await loadContent(input, { provider, render, runtime, ...limits });
  } catch (error) {
    throw toMailError(error, signal, 'not-sent');
  }
}

function warn(losses: readonly LossyMapping[], provider: string): void {
  for (const { field, action, detail } of losses)
    console.warn(`@org/email: ${provider} cannot carry \`${field}\`, which was ${action}: ${detail}.`);
}
