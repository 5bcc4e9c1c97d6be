import type { CallOptions } from '@org/core';
import { checkSupport } from '../model/fit/check-support.ts';
import {
  decideLossy,
  findRenamedFiles,
  findUnusedKey,
  findVisibleMetadata,
  type LossyMapping,
  lossyError,
} from '../model/fit/fit-message.ts';
import { toMailError } from '../model/mail-error.ts';
import type { EmailMessage, PreparedMessage } from '../model/message.ts';
import { prepareMessage } from '../model/prepare-message.ts';
import { ownValue } from '../model/reader.ts';
import type { SendOptions } from '../send-options.ts';
import { fromHtml, hasLateContent } from './late-content.ts';
import { loadContent } from './load-content.ts';
import type { SenderParts } from './sender-parts.ts';

/** A valid message in the form that the service carries, and what was lost. */
export interface FittedMessage {
  readonly message: PreparedMessage;
  readonly lossy: readonly LossyMapping[];
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
  const loaded = hasLateContent(input) ? await load(parts, input, { signal, deadlineMs }) : input;
  const ready = ownValue(loaded, 'text') === fromHtml ? await withText(loaded, capabilities) : loaded;
  const { message, lossy } = decideLossy(prepareMessage(ready), capabilities);
  checkSupport(message, capabilities, provider, runtime.now());
  if (lossy.length > 0 && onLossy !== 'warn' && onLossy !== 'allow') throw lossyError(lossy, provider);
  const losses = [
    ...lossy,
    ...findVisibleMetadata(message, capabilities),
    ...findRenamedFiles(message, capabilities),
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

/** A service that makes the text itself, from the HTML, needs none. */
async function withText(
  message: EmailMessage,
  { message: can }: SenderParts['capabilities'],
): Promise<EmailMessage> {
  const html = ownValue(message, 'html');
  if (typeof html !== 'string') return message;
  const { makeText } = await import('./text-from-html.ts');
  return { ...message, text: can.text === 'none' ? undefined : await makeText(html) } as EmailMessage;
}

function warn(losses: readonly LossyMapping[], provider: string): void {
  for (const { field, action, detail } of losses)
    console.warn(`@org/email: ${provider} cannot carry \`${field}\`, which was ${action}: ${detail}.`);
}
