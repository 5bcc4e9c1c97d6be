import type { SmtpExtensions } from './extensions.ts';

/** What a server announces with LIMITS (RFC 9422): recipients of one transaction, mails of one connection. */
export function limitsOf(extensions: SmtpExtensions): {
  readonly recipients: number;
  readonly mails: number;
} {
  const limits = ` ${extensions.get('LIMITS') ?? ''} `;
  const read = (name: string) =>
    Number(new RegExp(`\\s${name}=([1-9]\\d{0,5})\\s`, 'i').exec(limits)?.[1] ?? Infinity);
  return { recipients: read('RCPTMAX'), mails: read('MAILMAX') };
}
