import { InvalidInputError } from '@org/core';
import type { MessageHeader } from '../model/headers.ts';
import { memberPath } from '../model/member-path.ts';
import type { PreparedMessage } from '../model/message.ts';
import { utf8Length } from '../model/text.ts';
import { fold, maxLineBytes } from './fold.ts';
import { headerValue, isAscii, mailboxes } from './header-value.ts';
import { partOf } from './parts.ts';

/** What a mail has besides the fields of its message. @public */
export interface MailIdentity {
  /** Without angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  /** Unique, for the lines between parts. */
  readonly boundary: string;
  /** Who writes the mail, in errors. */
  readonly provider: string;
  readonly operation: string;
}

/** A message as it goes over the wire: what is said of the bytes is true of each part. @public */
export interface WrittenMail {
  /** Each line ends with CRLF. */
  readonly bytes: Uint8Array;
  /** A header field is outside ASCII: the server must offer SMTPUTF8. */
  readonly isInternational: boolean;
  /** A byte of the body is above 127: the server must offer 8BITMIME. */
  readonly is8Bit: boolean;
}

/** A message that nobody sends: for people and tests to look at. @public */
export interface ComposedMail extends WrittenMail {
  /** The error of `writeMail`: the bytes have what no server takes, nevertheless. */
  readonly refusal: InvalidInputError | undefined;
}

/**
 * Writes a message (RFC 5322, RFC 2045 to 2049). Blind copies are left out. All parts are ASCII, except for
 * messages inside of it.
 *
 * @throws InvalidInputError for a header line that cannot be folded, and for an attached message with a line
 * that no server takes
 * @example
 * const identity = (id: string): MailIdentity => ({
 *   messageId: `${id}@acme.dev`,
 *   date: new Date(),
 *   boundary: id,
 *   provider: 'acme',
 *   operation: 'send',
 * });
 * const encode = (message: PreparedMessage, id: string) => writeMail(message, identity(id)).bytes;
 * @public
 */
export function writeMail(
  message: PreparedMessage,
  identity: MailIdentity,
  moreHeaders: readonly MessageHeader[] = [],
): WrittenMail {
  const { refusal, ...mail } = composeMail(message, identity, moreHeaders);
  if (refusal !== undefined) throw refusal;
  return mail;
}

/**
 * {@link writeMail} of a message that nobody sends, also of one that no server takes: for previews and test
 * servers. @public
 *
 * @example
 * const preview = (message: PreparedMessage, identity: MailIdentity) => composeMail(message, identity).bytes;
 */
export function composeMail(
  message: PreparedMessage,
  identity: MailIdentity,
  moreHeaders: readonly MessageHeader[] = [],
): ComposedMail {
  const { from, sender, to, cc, replyTo, subject, headers } = message;
  const { messageId, date, boundary } = identity;
  const refusals: InvalidInputError[] = [];
  const refuse: Refuse = (...problem) => void refusals.push(refusalOf(identity, ...problem));
  const one = (name: string, value: string | undefined) =>
    value === undefined ? '' : foldedField(name, value, refuse);
  const free = (name: string, value: string) => foldedField(name, headerValue(name, value), refuse);
  const content = partOf(message, boundary, (index, contentType) => {
    const problem = `is a ${contentType} with a zero byte, or with a line of more than ${maxLineBytes} bytes`;
    const advice = 'Such a file has no other form: send it with the contentType application/octet-stream.';
    refuse(`attachments[${index}]`, problem, `attachments[${index}] ${problem}. ${advice}`);
  });
  const head =
    one('From', from && mailboxes([from])) +
    one('Sender', sender && mailboxes([sender])) +
    // RFC 5322, appendix A.1.3: a group without members names nobody.
    one('To', to.length > 0 ? mailboxes(to) : cc.length > 0 ? undefined : 'Undisclosed recipients:;') +
    one('Cc', cc.length > 0 ? mailboxes(cc) : undefined) +
    one('Reply-To', replyTo.length > 0 ? mailboxes(replyTo) : undefined) +
    (subject === undefined ? '' : free('Subject', subject)) +
    one('Date', toMailDate(message.date ?? date)) +
    one('Message-ID', `<${messageId}>`) +
    [...headers, ...moreHeaders]
      .map(({ name, value, written }) =>
        written === undefined ? free(name, value) : `${name}: ${written}\r\n`,
      )
      .join('') +
    `MIME-Version: 1.0\r\n${content.lines}\r\n`;
  const bodies = content.body.filter((piece) => typeof piece !== 'string');
  return {
    bytes: joined([head, ...content.body, endsLine(content.body.at(-1)) ? '' : '\r\n']),
    isInternational: !isAscii(head),
    is8Bit: bodies.some((bytes) => bytes.some((byte) => byte > 0x7f)),
    refusal: refusals[0],
  };
}

type Refuse = (path: string, problem: string, reason: string) => void;

function endsLine(piece: string | Uint8Array = ''): boolean {
  return typeof piece === 'string' ? piece.endsWith('\r\n') : piece.at(-1) === 0x0a;
}

/** RFC 5322, section 3.3. */
export function toMailDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

/** The fields of a message that become header fields. */
const fieldPaths: ReadonlyMap<string, string> = new Map([
  ['From', 'from'],
  ['To', 'to'],
  ['Cc', 'cc'],
  ['Reply-To', 'replyTo'],
  ['Subject', 'subject'],
  ['List-Unsubscribe', 'listUnsubscribe'],
]);

function foldedField(name: string, value: string, refuse: Refuse): string {
  const field = fold(`${name}: ${value}`);
  const isShort =
    field.length < maxLineBytes / 4 || field.split('\r\n').every((line) => utf8Length(line) <= maxLineBytes);
  const problem = `has a line of more than ${maxLineBytes} bytes that cannot be folded`;
  const path = fieldPaths.get(name) ?? memberPath('headers', name);
  if (!isShort) refuse(path, problem, `the header ${name} ${problem}. Shorten it or put spaces into it.`);
  return `${field}\r\n`;
}

function refusalOf(
  { provider, operation }: MailIdentity,
  path: string,
  problem: string,
  reason: string,
): InvalidInputError {
  return new InvalidInputError({
    message: `The message cannot be sent: ${reason}`,
    provider,
    operation,
    outcome: 'not-sent',
    issues: [{ path, message: problem }],
  });
}

const encoder = new TextEncoder();

function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  if (pieces.every((piece) => typeof piece === 'string')) return encoder.encode(pieces.join(''));
  const parts = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
