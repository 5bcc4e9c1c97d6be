import type { CallOptions } from '@org/core';
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
import type { MessagePreview } from '../preview/preview-message.ts';
import type { SendBatchOptions } from '../send-batch.ts';
import type { SendEachOutcome } from '../send-each.ts';
import type { SendOptions } from '../send-options.ts';
import { concludeSend } from './conclude-send.ts';
import { recipientKeys } from './idempotency-keys.ts';
import { hasLateContent } from './late-content.ts';
import { sendIndividually } from './send-individually.ts';
import type { FittedMessage, SenderParts, SendParts, SplitReceipt } from './send-parts.ts';

export interface Sender {
  send(message: EmailMessage, options?: SendOptions): Promise<SendResult>;
  sendBatch(messages: readonly EmailMessage[], options?: SendBatchOptions): Promise<SendEachOutcome[]>;
  preview(message: EmailMessage, options?: CallOptions): Promise<MessagePreview>;
}

/** Makes `send`: validate, fit to the service, split into one mail for each recipient, execute, merge. */
export function createSender(parts: SenderParts): Sender {
  const fit = (message: EmailMessage, options: SendOptions) => fitToService(parts, message, options);
  return {
    async send(input, { onLossy, ...options } = {}) {
      const startedAtMs = parts.runtime.monotonic();
      const { message, lossy } = await fit(input, { ...options, onLossy });
      const { deadlineMs = parts.deadlineMs } = options;
      const remainingMs = Math.max(1, deadlineMs - (parts.runtime.monotonic() - startedAtMs));
      const timing = hasLateContent(input) ? { deadlineMs: remainingMs } : {};
      const receipt = await execute(parts, message, { ...options, ...timing });
      return concludeSend(receipt, lossy, parts.provider);
    },
    async sendBatch(messages, options = {}) {
      const { runBatch } = await parts.runtime.untimed(() => import('./send-batch-run.ts'));
      return runBatch({ ...parts, fit }, messages, options);
    },
    async preview(message, options = {}) {
      const { previewMessage } = await parts.runtime.untimed(() => import('../preview/preview-message.ts'));
      return previewMessage({ ...parts, fit }, message, options);
    },
  };
}

async function fitToService(
  parts: SenderParts,
  input: EmailMessage,
  { onLossy = parts.onLossy, ...options }: SendOptions,
): Promise<FittedMessage> {
  const { provider, capabilities, runtime } = parts;
  const ready = hasLateContent(input) ? await load(parts, input, options) : input;
  const { message, lossy } = decideLossy(prepareMessage(ready), capabilities);
  checkSupport(message, capabilities, provider, runtime.now());
  if (lossy.length > 0 && onLossy !== 'warn' && onLossy !== 'allow') throw lossyError(lossy, provider);
  const losses = [
    ...lossy,
    ...findVisibleMetadata(message, capabilities),
    ...findUnusedKey(options.idempotencyKey, capabilities),
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
