import type { EmailAddress, PreparedMessage } from '@org/email/driver';
import { composeMail } from '@org/email/mime';
import { detectMimeType } from 'nodemailer/lib/mime-funcs';
import { type Address, addressParser } from 'postal-mime';
import type { MailAddress } from './parse-message.ts';

/** An attachment. */
export interface ComposedAttachment {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly disposition: 'attachment' | 'inline';
  readonly contentId?: string;
}

/** A rendered message. */
export interface Composition {
  /** The Message-ID, or its local part. */
  readonly id: string;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[] | undefined;
  /** As texts, or as mailboxes. */
  readonly replyTo?: string | readonly (string | MailAddress)[] | undefined;
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** The content in further forms. */
  readonly alternatives?: readonly { readonly contentType: string; readonly content: string }[] | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly attachments: readonly ComposedAttachment[];
  readonly date: Date;
}

/** The fields of a message that a composition does not have. */
const rest = {
  bcc: [],
  sender: undefined,
  raw: undefined,
  tags: [],
  metadata: new Map(),
  template: undefined,
  sendAt: undefined,
  tracking: { opens: undefined, clicks: undefined },
  stream: undefined,
  sandbox: false,
  visibility: 'shared',
  providerOptions: new Map(),
  envelopeFrom: undefined,
  messageId: undefined,
} satisfies Partial<PreparedMessage>;

/** Builds the MIME message of a mail service. */
export function composeMessage(composition: Composition): Uint8Array {
  const { date } = composition;
  const messageId = messageIdOf(composition);
  const boundary = messageId.replace(/[^\w.-]/g, '').slice(0, 40);
  const message = { ...prepareMessage(composition), date };
  return composeMail(message, { messageId, date, boundary, provider: 'sandbox', operation: 'compose' }).bytes;
}

/** The Message-ID, without angle brackets. */
export function messageIdOf({ id }: Composition): string {
  return oneLine(id.includes('@') ? id : `${id}@mail.localhost`);
}

/** The fields as they are written into the message. */
export function prepareMessage(composition: Composition): Omit<PreparedMessage, 'date'> {
  const { from, to, cc = [], replyTo = [], html, text } = composition;
  return {
    ...rest,
    from: toMailbox(from),
    to: to.map(toMailbox),
    cc: cc.map(toMailbox),
    replyTo: (typeof replyTo === 'string' ? [replyTo] : replyTo).flatMap(mailboxesOf).map(toMailbox),
    subject: oneLine(composition.subject),
    // An empty part beside another would be shown in its place.
    html: html || (text ? undefined : html),
    text: text || (html ? undefined : text),
    alternatives: (composition.alternatives ?? []).map(({ contentType, content }) => ({
      contentType: oneLine(contentType),
      content,
    })),
    headers: composition.headers
      .map(([name, value]) => ({ name: name.replace(/[^!-9;-~]/g, ''), value: oneLine(value) }))
      .filter(({ name }) => name !== '' && !isStructural(name)),
    attachments: composition.attachments.map((file) => ({
      ...file,
      filename: wellFormed(file.filename),
      contentType: oneLine(file.contentType) || detectMimeType(file.filename),
      contentId: file.contentId?.replace(/[<>\s]/g, ''),
    })),
  };
}

function mailboxesOf(given: string | MailAddress): readonly MailAddress[] {
  return typeof given === 'string' ? addressParser(oneLine(given)).flatMap(membersOf) : [given];
}

/** The members of a group, or the address itself. */
function membersOf({ name, address, group }: Address): readonly MailAddress[] {
  return group?.flatMap(membersOf) ?? (address ? [{ name, address }] : []);
}

/** Half of a pair of surrogates, which has no UTF-8, is the replacement character. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** What the parsers of the services let through stays in its line. */
function oneLine(text: string): string {
  return wellFormed(text).replace(/[\r\n]+/g, ' ');
}

function toMailbox({ name, address }: MailAddress): EmailAddress {
  return { address: oneLine(address), name: oneLine(name) || undefined };
}

/** Headers that belong to the message. A caller cannot set them. */
function isStructural(name: string): boolean {
  const lower = name.toLowerCase();
  return structural.has(lower) || lower.startsWith('content-');
}

const structural = new Set(['from', 'to', 'cc', 'bcc', 'subject', 'date', 'message-id', 'mime-version']);
