import type { OperationContext } from '@org/core';
import type { PreparedMessage } from '../model/message.ts';
import { completeRaw } from './complete-raw.ts';
import { writeMail } from './write-mail.ts';

/**
 * The bytes of a message for a service that takes MIME: a finished message, or one that is written.
 *
 * @throws InvalidInputError for what no server takes
 * @example
 * const encode = (message: PreparedMessage, context: OperationContext) =>
 *   encodeBase64(asMime(message, context, 'acme'));
 * @public
 */
export function asMime(
  message: PreparedMessage,
  { requestId, nowMs }: Pick<OperationContext, 'requestId' | 'nowMs'>,
  provider: string,
): Uint8Array {
  const domain = message.from?.address.split('@').at(-1) ?? provider;
  const identity = {
    messageId: message.messageId ?? `${requestId}@${domain}`,
    date: message.date ?? new Date(nowMs),
    boundary: requestId,
    provider,
    operation: 'send',
  };
  const { bytes } =
    message.raw === undefined ? writeMail(message, identity) : completeRaw(message.raw, identity);
  return bytes;
}
