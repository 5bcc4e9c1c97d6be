import { InvalidInputError, type OperationContext } from '@org/core';
import type { PreparedMessage } from '../model/message.ts';
import { completeRaw } from './complete-raw.ts';
import { headerValue, isAscii } from './header-value.ts';
import { writeMail } from './write-mail.ts';

const noForm = 'has a text outside ASCII that has no other form in this header';

/**
 * The bytes of a message for a service that takes MIME: a finished message, or one that is written.
 *
 * @throws InvalidInputError for what no server takes, and for a header that has no form in ASCII: services
 * that take MIME do not say that they take others
 * @example
 * const encode = (message: PreparedMessage, context: OperationContext) =>
 *   encodeBase64(encodeMime(message, context, 'acme'));
 * @public
 */
export function encodeMime(
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
  if (message.raw !== undefined) return completeRaw(message.raw, identity).bytes;
  for (const { name, value, written } of message.headers)
    if (!isAscii(written ?? headerValue(name, value)))
      throw new InvalidInputError({
        message: `headers.${name} ${noForm}.`,
        provider,
        operation: 'send',
        outcome: 'not-sent',
        issues: [{ path: `headers.${name}`, message: noForm }],
      });
  return writeMail(message, identity).bytes;
}
