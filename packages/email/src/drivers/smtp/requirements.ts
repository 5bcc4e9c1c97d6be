import { PayloadTooLargeError, UnsupportedError } from '@org/core';
import type { SmtpLink, SmtpMail } from './link.ts';

const failure = { provider: 'smtp', operation: 'send', outcome: 'not-sent' } as const;

/** Checks a mail against the server's extensions. @throws UnsupportedError, PayloadTooLargeError */
export function requireAcceptable({ extensions, canAskForSmtpUtf8 }: SmtpLink, mail: SmtpMail): void {
  // RFC 6531: a non-ASCII local part cannot be rewritten for a server that does not know it.
  if (mail.isInternational && !(canAskForSmtpUtf8 && extensions.has('SMTPUTF8')))
    throw new UnsupportedError({
      ...failure,
      message:
        'This mail server accepts no address with a non-ASCII part before the @: it does not offer SMTPUTF8.',
    });
  // RFC 1870: 0, or no number, is no fixed limit.
  const maxBytes = Number(extensions.get('SIZE') ?? 0);
  if (maxBytes > 0 && mail.bytes.length > maxBytes)
    throw new PayloadTooLargeError({
      ...failure,
      message:
        `The message has ${mail.bytes.length} bytes, and this mail server accepts ${maxBytes} (SIZE). ` +
        'Send smaller attachments, or links to them.',
    });
}
