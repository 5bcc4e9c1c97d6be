import type { SmtpExtensions } from '../connection/extensions.ts';
import type { SmtpMail } from './mail.ts';
import { maxEnvelopeIdLength, type SmtpDsnOptions, toXtext } from './message-options.ts';

const maxOriginalRecipientLength = 500;
const returns = { headers: 'HDRS', full: 'FULL' } as const;

/**
 * MAIL, and RCPT for each recipient. A server with DSN gets an envelope id for every mail: the report of a
 * bounce has it as `Original-Envelope-Id`.
 */
export function commandsOf(mail: SmtpMail, extensions: SmtpExtensions): string[] {
  const { isInternational, is8Bit, needsTls, dsn, envelope } = mail;
  const hasReports = extensions.has('DSN');
  const parameters = [`MAIL FROM:<${envelope.from}>`];
  if (extensions.has('SIZE')) parameters.push(`SIZE=${mail.bytes.length}`);
  if (is8Bit) parameters.push('BODY=8BITMIME');
  if (isInternational) parameters.push('SMTPUTF8');
  if (needsTls) parameters.push('REQUIRETLS');
  if (hasReports && dsn?.return !== undefined) parameters.push(`RET=${returns[dsn.return]}`);
  if (hasReports) parameters.push(`ENVID=${toXtext(mail.envelopeId)}`);
  const recipients = envelope.to.map((address) => {
    const wishes = hasReports && dsn !== undefined ? recipientParameters(address, dsn) : [];
    return [`RCPT TO:<${address}>`, ...wishes].join(' ');
  });
  return [parameters.join(' '), ...recipients];
}

function recipientParameters(address: string, { notify }: SmtpDsnOptions): string[] {
  const parameters: string[] = [];
  if (notify !== undefined) parameters.push(`NOTIFY=${[notify].flat().join(',').toUpperCase()}`);
  const original = `ORCPT=rfc822;${toXtext(address)}`;
  // An address outside ASCII has another type (RFC 6533), which few servers know.
  if (/^\p{ASCII}+$/u.test(address) && original.length <= maxOriginalRecipientLength)
    parameters.push(original);
  return parameters;
}

/** The envelope id for a mail without one: its `Message-ID`, or as much of it as fits. */
export function envelopeIdOf(messageId: string): string {
  const id = messageId.replace(/^<|>$/g, '').replace(/[^\x21-\x7e]/g, '');
  return toXtext(id).length <= maxEnvelopeIdLength ? id : id.slice(0, maxEnvelopeIdLength / 3);
}
