import type { TaskContext } from '@org/core/driver';
import { type MessageHeader, type PreparedMessage, recipientsOf } from '../../../driver.ts';
import { completeRaw, type WrittenMail, writeMail } from '../../../mime/index.ts';
import type { SmtpEnvelope } from './mail.ts';

/** The identity of a message, the same for all attempts: a doubled mail is recognised by its id. */
export interface MessageIdentity {
  readonly messageId: string;
  readonly requestId: string;
  readonly at: Date;
}

/** Without an own one, the `Message-ID` follows from the idempotency key: a repeated call has the same. */
export async function createIdentity(
  message: PreparedMessage,
  { idempotencyKey, requestId, nowMs }: Pick<TaskContext, 'idempotencyKey' | 'requestId' | 'nowMs'>,
): Promise<MessageIdentity> {
  const at = message.date ?? new Date(nowMs);
  const own = message.messageId;
  if (own !== undefined) return { messageId: `<${own}>`, requestId, at };
  const written = message.raw?.headers.find(({ name }) => name.toLowerCase() === 'message-id');
  if (written !== undefined) return { messageId: written.value, requestId, at };
  const address = message.from?.address ?? '';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const id = idempotencyKey === undefined ? requestId : await hash(`${address} ${idempotencyKey}`);
  return { messageId: `<${id}@${domain}>`, requestId, at };
}

// A key may have any length, and may contain text that the recipient must not see.
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex').slice(0, 32);
}

/** Each recipient once; `Bcc` is only here, never in the message. */
export function convertToSmtpEnvelope(message: PreparedMessage): SmtpEnvelope {
  const from = message.envelopeFrom ?? message.from?.address ?? '';
  return { from, to: [...new Set(recipientsOf(message))] };
}

/** Is an address of the envelope outside ASCII? Domains are ASCII already. */
export function isInternational({ from, to }: SmtpEnvelope): boolean {
  return [from, ...to].some((address) => /\P{ASCII}/u.test(address));
}

/** The message as it goes over the wire. @throws InvalidInputError for what no server takes */
export function convertToMime(
  message: PreparedMessage,
  { messageId, requestId, at }: MessageIdentity,
  moreHeaders: readonly MessageHeader[] = [],
): WrittenMail {
  const identity = {
    messageId: messageId.replace(/^<|>$/g, ''),
    date: at,
    boundary: requestId,
    provider: 'smtp',
    operation: 'send',
  };
  if (message.raw !== undefined) return completeRaw(message.raw, identity);
  return writeMail(message, identity, moreHeaders);
}
