// What the stand-ins of small services share: lists of mails, and fields of JSON as parts of a mail.
import type { ReceivedMail } from '@org/email/testing';

/** An address with its name, as most services write it. */
export interface Mailbox {
  readonly email: string;
  readonly name?: string;
}

export interface WireFile {
  readonly name: string;
  readonly content: string;
  readonly contentId?: string | undefined;
}

/** A mail in the words of no service. */
export interface StoredMail {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc?: readonly Mailbox[] | undefined;
  readonly bcc?: readonly Mailbox[] | undefined;
  readonly replyTo?: string | undefined;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly files?: readonly WireFile[];
  readonly rest?: Partial<ReceivedMail>;
}

export function formatted({ email, name }: Mailbox): string {
  if (name === undefined) return email;
  return /^[\w ]*$/.test(name) ? `${name} <${email}>` : `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`;
}

/** The mail as it arrives, with the headers that its recipients see. */
export function arrived(mail: StoredMail): ReceivedMail {
  const { from, to, cc = [], bcc = [], replyTo, headers = {}, files = [], rest } = mail;
  const shown = {
    from: formatted(from),
    to: to.map(formatted).join(', '),
    cc: cc.map(formatted).join(', '),
    'reply-to': replyTo ?? '',
    ...headers,
  };
  return {
    envelope: { from: from.email, to: [...to, ...cc, ...bcc].map(({ email }) => email) },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: new Map(Object.entries(shown).map(([name, value]) => [name.toLowerCase(), value])),
    attachments: files.map(({ name, content, contentId }) => ({
      filename: name,
      content: Buffer.from(content, 'base64'),
      contentId,
    })),
    ...rest,
  };
}

/** The members that are not `undefined`: switches that a request left out. */
export const given = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
