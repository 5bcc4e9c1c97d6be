import { InvalidInputError } from '@org/core';
import type { RawMail } from '../model/message/raw-mail.ts';
import { maxLineBytes } from './fold.ts';
import { type MailIdentity, toMailDate, type WrittenMail } from './write-mail.ts';

/**
 * A finished message as it is. A server that takes mail adds a missing Message-ID or Date, and so does this.
 *
 * @throws InvalidInputError for a line that no server takes
 * @example
 * const encode = (raw: RawMail, identity: MailIdentity) => encodeBase64(completeRaw(raw, identity).bytes);
 * @public
 */
export function completeRaw(raw: RawMail, identity: MailIdentity): WrittenMail {
  const { messageId, date, provider, operation } = identity;
  if (longestLine(raw.bytes) > maxLineBytes)
    throw new InvalidInputError({
      message:
        `The message cannot be sent: \`raw\` has a line of more than ${maxLineBytes} bytes. Fold headers ` +
        'at spaces, and encode parts as quoted-printable or base64.',
      provider,
      operation,
      outcome: 'not-sent',
      issues: [{ path: 'raw', message: `has a line of more than ${maxLineBytes} bytes` }],
    });
  const has = (wanted: string) => raw.headers.some(({ name }) => name.toLowerCase() === wanted);
  const missing =
    (has('message-id') ? '' : `Message-ID: <${messageId}>\r\n`) +
    (has('date') ? '' : `Date: ${toMailDate(date)}\r\n`);
  const head = new TextEncoder().encode(missing);
  const bytes = new Uint8Array(head.length + raw.bytes.length);
  bytes.set(head);
  bytes.set(raw.bytes, head.length);
  return {
    bytes,
    isInternational: raw.headers.some(({ value }) => /\P{ASCII}/u.test(value)),
    is8Bit: raw.bytes.some((byte) => byte > 0x7f),
  };
}

function longestLine(bytes: Uint8Array): number {
  let most = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    // Without its line break.
    most = Math.max(most, (end === -1 ? bytes.length + 1 : end) - start - 1);
    start = end === -1 ? bytes.length : end + 1;
  }
  return most;
}
