import { type CallOptions, InvalidInputError } from '@org/core';
import { encodeBase64 } from '../model/base64.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { checkSupport } from '../model/check-support.ts';
import { IncompleteSendError } from '../model/errors.ts';
import {
  decideLossy,
  findUnusedKey,
  findVisibleMetadata,
  type LossyMapping,
  lossyError,
  type OnLossy,
} from '../model/fit-message.ts';
import type { EmailMessage, PreparedMessage } from '../model/message.ts';
import { prepareMessage } from '../model/prepare-message.ts';
import type { RecipientOutcome, SendReceipt, SendResult } from '../model/send-result.ts';
import type { SendOptions } from '../send-options.ts';
import { hasLateContent, type Render } from './late-content.ts';
import { type SendParts, type SplitReceipt, sendIndividually } from './send-individually.ts';

export interface SenderParts extends SendParts {
  readonly capabilities: EmailCapabilities;
  readonly onLossy: OnLossy;
  readonly render: Render | undefined;
}

/** Makes `send`: validate, fit to the service, split into one mail for each recipient, execute, merge. */
export function createSender(
  parts: SenderParts,
): (message: EmailMessage, options?: SendOptions) => Promise<SendResult> {
  const { provider, capabilities } = parts;
  return async (input, { onLossy = parts.onLossy, ...options } = {}) => {
    const ready = hasLateContent(input) ? await load(parts, input, options) : input;
    const { message, lossy } = decideLossy(prepareMessage(ready), capabilities);
    checkSupport(message, capabilities, provider, parts.runtime.now());
    if (lossy.length > 0 && onLossy !== 'warn' && onLossy !== 'allow') throw lossyError(lossy, provider);
    const losses = [
      ...lossy,
      ...findVisibleMetadata(message, capabilities),
      ...findUnusedKey(options.idempotencyKey, capabilities),
    ];
    if (onLossy === 'warn') warn(losses, provider);
    const receipt = await execute(parts, message, options);
    requireAccepted(receipt, provider);
    return toResult(receipt, losses, provider);
  };
}

// The memory that attachments may take when the service publishes no limit.
const maxUnlimitedBytes = 100 * 1024 * 1024;

async function load(
  { runtime, provider, capabilities, render, ...parts }: SenderParts,
  input: EmailMessage,
  { signal, deadlineMs = parts.deadlineMs }: CallOptions,
): Promise<EmailMessage> {
  const { maxAttachmentBytes = maxUnlimitedBytes } = capabilities.limits;
  const { loadContent } = await runtime.untimed(() => import('./load-content.ts'));
  const limits = { maxBytes: maxAttachmentBytes, deadlineMs, signal };
  return loadContent(input, { provider, render, runtime, ...limits });
}

function warn(losses: readonly LossyMapping[], provider: string): void {
  for (const { field, action, detail } of losses)
    console.warn(`@org/email: ${provider} cannot carry \`${field}\`, which was ${action}: ${detail}.`);
}

async function execute(
  parts: SendParts,
  message: PreparedMessage,
  options: CallOptions,
): Promise<SplitReceipt> {
  const { session, runtime } = parts;
  const { idempotencyKey: key } = options;
  const { to, visibility } = message;
  const isSplit = visibility === 'individual' && to.length > 1;
  if (!isSplit && (visibility === 'shared' || key === undefined))
    return session.execute('send', message, options);
  const keys = await runtime.untimed(() => recipientKeys(message, key));
  if (isSplit) return sendIndividually(parts, message, options, keys);
  return session.execute('send', message, { ...options, idempotencyKey: keys.get(to[0]?.address ?? '') });
}

const maxKeyLength = 255;
const hashBytes = 12;

/**
 * An idempotency key for each recipient, made from the caller's key and the address: a recipient keeps the
 * key when the message is sent again with recipients added or removed, also to that recipient alone.
 *
 * @throws InvalidInputError for a key that services refuse, or that is too long to add the hash
 */
async function recipientKeys(
  { to }: PreparedMessage,
  key: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  if (key === undefined) return keys;
  const maxLength = maxKeyLength - 1 - (hashBytes / 3) * 4;
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key) || key.length > maxLength)
    throw new InvalidInputError({
      message:
        'idempotencyKey of a message must be printable ASCII characters without spaces, for example a ' +
        `UUID, and have at most ${maxLength} characters.`,
      outcome: 'not-sent',
    });
  for (const { address } of to) {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address));
    keys.set(address, `${key}-${encodeBase64(new Uint8Array(hash, 0, hashBytes))}`);
  }
  return keys;
}

function isAccepted({ status }: RecipientOutcome): boolean {
  return status === 'accepted' || status === 'scheduled' || status === 'validated';
}

/** @throws the first error when no mail is out, IncompleteSendError when one may be */
function requireAccepted({ outcomes, isSplit, stop }: SplitReceipt, provider: string): void {
  const accepted = outcomes.filter(isAccepted).length;
  const unknown = outcomes.filter(({ status }) => status === 'unknown').length;
  // The response to one mail may list other recipients only: then it proves nothing about these.
  if (!isSplit && unknown < outcomes.length) return;
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

function toResult(receipt: SendReceipt, lossy: readonly LossyMapping[], provider: string): SendResult {
  const { outcomes, replayed = false, response } = receipt;
  const messageId = outcomes.find(isAccepted)?.messageId;
  return {
    provider,
    outcomes,
    replayed,
    lossy,
    ...(messageId === undefined ? {} : { messageId }),
    ...(response === undefined ? {} : { response }),
  };
}
