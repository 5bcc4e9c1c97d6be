import { InvalidInputError } from '@org/core';
import type { EmailAddress } from '../model/address.ts';
import type { AttachmentInput } from '../model/attachment.ts';
import type { EmailMessage } from '../model/message.ts';
import type { Alternative } from '../model/message-parts.ts';
import { headersOf } from './headers-of.ts';
import type { LoadedPart, MailEnvelope, NormalizedMail, ParsedAddress } from './nodemailer-mail.ts';

/** Fields that nodemailer has no name for; a program may give them to `sendMail` all the same. */
const ownFields = ['tags', 'metadata', 'sendAt', 'tracking', 'stream', 'sandbox', 'providerOptions'];

/** What the program gave for the mail, before nodemailer completed it. */
export interface GivenMail {
  readonly messageId?: string;
  readonly envelope?: object;
  readonly attachments?: readonly { readonly raw?: unknown }[];
  readonly dkim?: unknown;
}

/** @throws InvalidInputError for what no message can say */
export function requireSayable({ attachments = [], dkim }: GivenMail): void {
  if (dkim) throw unsayable('dkim', 'signs no mail here: use smtp({ dkim }), or the keys of your service');
  const finished = attachments.findIndex(({ raw }) => raw !== undefined);
  if (finished >= 0) throw unsayable(`attachments[${finished}].raw`, 'cannot be sent: pass content');
}

/**
 * The message of a mail that nodemailer has composed.
 *
 * @throws InvalidInputError for an envelope with other recipients
 */
export function toMessage(mail: NormalizedMail, given: GivenMail, envelope: MailEnvelope): EmailMessage {
  const recipients = { to: listOf(mail.to), cc: listOf(mail.cc), bcc: listOf(mail.bcc) };
  const all = Object.values(recipients).flat();
  if (given.envelope !== undefined) checkEnvelope(envelope, all);
  const [from] = listOf(mail.from && [mail.from]);
  const isOwnPath = given.envelope !== undefined && envelope.from && envelope.from !== from?.address;
  const own = Object.entries(mail).filter(([name]) => ownFields.includes(name));
  return {
    from,
    ...recipients,
    replyTo: listOf(mail.replyTo),
    sender: listOf(mail.sender && [mail.sender])[0],
    envelopeFrom: isOwnPath ? envelope.from : undefined,
    subject: mail.subject ?? '',
    ...contentOf(mail),
    messageId: given.messageId?.replace(/^<|>$/g, ''),
    date: mail.date === undefined ? undefined : new Date(mail.date),
    headers: headersOf(mail),
    priority: mail.priority?.toLowerCase(),
    attachments: mail.attachments?.map(attachmentOf) ?? [],
    alternatives: alternativesOf(mail),
    // One mail for all, as nodemailer's own transports send it.
    recipientVisibility: all.length > 1 ? 'shared' : 'individual',
    ...(mail.dsn && { providerOptions: { smtp: { dsn: dsnOf(mail.dsn) } } }),
    ...Object.fromEntries(own),
    // Checked by the client, like every message of plain JavaScript.
  } as unknown as EmailMessage;
}

/** A finished message, for its envelope. */
export function toEmlMessage(raw: Uint8Array, envelope: MailEnvelope): EmailMessage {
  return { raw, from: envelope.from || '', to: envelope.to, recipientVisibility: 'shared' };
}

function contentOf({ html, text }: NormalizedMail): object {
  const given = { ...(isText(html) && { html }), ...(isText(text) && { text }) };
  return 'html' in given || 'text' in given ? given : { text: '' };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Those of a group count as if they stood alone. */
function listOf(parsed: readonly ParsedAddress[] | null | undefined): EmailAddress[] {
  return (parsed ?? []).flatMap(({ name, address, group }) => {
    if (group !== undefined) return listOf(group);
    if (!address) return [];
    return name ? [{ name, address }] : [{ address }];
  });
}

function checkEnvelope({ to }: MailEnvelope, recipients: readonly EmailAddress[]): void {
  const lower = (list: readonly string[]) => [...new Set(list.map((each) => each.toLowerCase()))].sort();
  if (String(lower(to)) !== String(lower(recipients.map(({ address }) => address))))
    throw unsayable('envelope.to', 'must have the recipients of to, cc and bcc, except with raw');
}

function attachmentOf(part: LoadedPart, index: number): AttachmentInput {
  const { content, encoding, contentType, filename, cid, contentDisposition } = part;
  const own = encoding === 'base64' ? { contentBase64: String(content) } : { content: String(content ?? '') };
  return {
    filename: filename || `attachment-${index + 1}`,
    contentType,
    ...(cid && { contentId: cid }),
    ...(contentDisposition && !cid && { disposition: 'attachment' as const }),
    ...own,
  };
}

/** The last is the richest. */
function alternativesOf({ alternatives = [], amp, icalEvent, watchHtml }: NormalizedMail): Alternative[] {
  const named: (readonly [string, unknown])[] = [
    ['text/watch-html', watchHtml],
    ['text/x-amp-html', amp],
  ];
  const event: readonly LoadedPart[] = icalEvent === undefined || icalEvent === null ? [] : [icalEvent];
  return [
    ...named.flatMap(([contentType, content]) => (isText(content) ? [{ contentType, content }] : [])),
    ...event.map((part) => ({
      contentType: `text/calendar; method=${(part.method ?? 'PUBLISH').toUpperCase()}`,
      content: decoded(part),
    })),
    ...alternatives.map((part) => ({
      contentType: part.contentType ?? 'text/plain',
      content: decoded(part),
    })),
  ];
}

function decoded({ content, encoding }: LoadedPart): string {
  if (encoding !== 'base64') return String(content ?? '');
  return new TextDecoder().decode(Uint8Array.from(atob(String(content)), (each) => each.charCodeAt(0)));
}

function dsnOf({ id, notify, return: returned }: NonNullable<NormalizedMail['dsn']>): object {
  return {
    ...(id !== undefined && { envelopeId: id }),
    ...(notify !== undefined && { notify: [notify].flat().map((each) => each.toLowerCase()) }),
    ...(returned !== undefined && { return: returned.toLowerCase() }),
  };
}

function unsayable(path: string, message: string): InvalidInputError {
  return new InvalidInputError({
    message: `The mail cannot be sent: ${path} ${message}.`,
    outcome: 'not-sent',
    issues: [{ path, message }],
  });
}
