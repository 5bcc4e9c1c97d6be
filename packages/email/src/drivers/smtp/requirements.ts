import { PayloadTooLargeError, UnsupportedError } from '@org/core';
import type { SmtpLink } from './connection/link.ts';
import type { SmtpMail } from './message/mail.ts';

const failure = { provider: 'smtp', operation: 'send', outcome: 'not-sent' } as const;

/** Checks a mail against the server's extensions. @throws UnsupportedError, PayloadTooLargeError */
export function requireAcceptable(link: SmtpLink, mail: SmtpMail, maxMessageBytes = Infinity): void {
  const { extensions } = link;
  const lacks = (extension: string) => !extensions.has(extension);
  // RFC 6531: a non-ASCII local part cannot be rewritten for a server that does not know it.
  if (mail.isInternational && lacks('SMTPUTF8'))
    throw unsupported(
      'This mail server accepts no address with a non-ASCII part before the @: it does not offer SMTPUTF8.',
    );
  if (mail.is8Bit && lacks('8BITMIME'))
    throw unsupported(
      'This mail server takes ASCII only: it does not offer 8BITMIME. Encode the parts of `raw` as base64.',
    );
  if (mail.dsn !== undefined && lacks('DSN'))
    throw unsupported(
      'This mail server sends no delivery reports on demand: it does not offer DSN. ' +
        'Leave out providerOptions.smtp.dsn.',
    );
  // RFC 8689, section 4.1: only over TLS, and only to a server that keeps the promise.
  if (mail.needsTls && (lacks('REQUIRETLS') || !link.isSecure))
    throw unsupported(
      'This mail server cannot promise TLS on the whole way: it does not offer REQUIRETLS over TLS. ' +
        'Leave out providerOptions.smtp.requireTls.',
    );
  // RFC 1870: 0, or no number, means no fixed limit.
  const announced = Number(extensions.get('SIZE') ?? 0);
  const maxBytes = Math.min(announced > 0 ? announced : Infinity, maxMessageBytes);
  if (mail.bytes.length > maxBytes)
    throw new PayloadTooLargeError({
      ...failure,
      message:
        `The message has ${mail.bytes.length} bytes, and this mail server accepts ${maxBytes} (SIZE). ` +
        'Send smaller attachments, or links to them.',
    });
}

function unsupported(message: string): UnsupportedError {
  return new UnsupportedError({ ...failure, message });
}
