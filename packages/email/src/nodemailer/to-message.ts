import { InvalidInputError } from '@org/core';
import type { EmailAddress } from '../model/address.ts';
import type { AttachmentInput } from '../model/attachment.ts';
import type { EmailMessage } from '../model/message.ts';
import type { Alternative } from '../model/message-parts.ts';
import { headersOf } from './headers-of.ts';
import type { LoadedPart, MailEnvelope, NormalizedMail, ParsedAddress } from './nodemailer-mail.ts';
import { contentOf, type GivenPart, isContent, loadedOf, textOf } from './part-content.ts';

/** Fields that nodemailer has no name for; a program may give them to `sendMail` all the same. */
const ownFields = ['tags', 'metadata', 'sendAt', 'tracking', 'stream', 'sandbox', 'providerOptions'];

/** Fields that nodemailer loads. */
const contents = ['text', 'html', 'amp', 'watchHtml', 'icalEvent'];

/** What the program gave for the mail, before nodemailer completed it. */
export interface GivenMail {
  readonly messageId?: string;
  readonly envelope?: object;
  readonly attachments?: readonly GivenPart[];
  readonly alternatives?: readonly GivenPart[];
  readonly dkim?: unknown;
}

/** @throws InvalidInputError for what no message can say */
export function requireSayable(given: GivenMail): void {
  const { attachments = [], alternatives = [], dkim } = given;
  if (dkim) throw unsayable('dkim', 'signs no mail here: use smtp({ dkim }), or the keys of your service');
  const finished = attachments.findIndex(({ raw }) => raw !== undefined);
  if (finished >= 0) throw unsayable(`attachments[${finished}].raw`, 'cannot be sent: pass content');
  for (const [name, value] of Object.entries(given))
    if (contents.includes(name) && !isContent(value))
      requireContent(name, contentOf(value as GivenPart) ?? value);
  for (const [list, parts] of Object.entries({ attachments, alternatives }))
    for (const [index, part] of parts.entries()) requireContent(`${list}[${index}]`, contentOf(part));
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
    ...bodyOf(mail),
    messageId: given.messageId?.replace(/^<|>$/g, ''),
    date: mail.date === undefined ? undefined : new Date(mail.date),
    headers: headersOf(mail),
    priority: mail.priority?.toLowerCase(),
    attachments: mail.attachments?.map(attachmentOf) ?? [],
    alternatives: alternativesOf(mail),
    // One mail for all, as nodemailer's own transports send it.
    recipientVisibility: all.length > recipients.to.length || all.length > 1 ? 'shared' : 'individual',
    ...(mail.dsn && { providerOptions: { smtp: { dsn: dsnOf(mail.dsn) } } }),
    ...Object.fromEntries(own),
    // Checked by the client, like every message of plain JavaScript.
  } as unknown as EmailMessage;
}

/** A finished message, for its envelope. */
export function toEmlMessage(raw: Uint8Array, envelope: MailEnvelope): EmailMessage {
  return { raw, from: envelope.from || '', to: envelope.to, recipientVisibility: 'shared' };
}

function bodyOf(mail: NormalizedMail): object {
  const [html, text] = [textOf(mail.html), textOf(mail.text)];
  return html || text ? { ...(html && { html }), ...(text && { text }) } : { text: '' };
}

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
  const { contentType, filename, cid, contentDisposition } = part;
  return {
    filename: filename || `attachment-${index + 1}`,
    contentType,
    ...(cid && { contentId: cid }),
    ...(contentDisposition && !cid && { disposition: 'attachment' as const }),
    ...loadedOf(part),
  };
}

/** The last is the richest. */
function alternativesOf({ alternatives = [], amp, icalEvent, watchHtml }: NormalizedMail): Alternative[] {
  const named = [
    ['text/watch-html', textOf(watchHtml)],
    ['text/x-amp-html', textOf(amp)],
  ] as const;
  const event: readonly LoadedPart[] = icalEvent === undefined || icalEvent === null ? [] : [icalEvent];
  return [
    ...named.flatMap(([contentType, content]) => (content ? [{ contentType, content }] : [])),
    ...event.map((part) => ({
      contentType: `text/calendar; method=${(part.method ?? 'PUBLISH').toUpperCase()}`,
      content: textOf(part),
    })),
    ...alternatives.map((part) => ({
      contentType: part.contentType ?? 'text/plain',
      content: textOf(part),
    })),
  ];
}

function dsnOf({ id, notify, return: returned }: NonNullable<NormalizedMail['dsn']>): object {
  return {
    ...(id !== undefined && { envelopeId: id }),
    ...(notify !== undefined && { notify: [notify].flat().map((each) => each.toLowerCase()) }),
    ...(returned !== undefined && { return: returned.toLowerCase() }),
  };
}

/** @throws InvalidInputError for what nodemailer does not load */
function requireContent(path: string, content: unknown): void {
  if (!isContent(content)) throw unsayable(path, 'must have text, bytes or a stream of Node as its content');
}

function unsayable(path: string, message: string): InvalidInputError {
  return new InvalidInputError({
    message: `The mail cannot be sent: ${path} ${message}.`,
    outcome: 'not-sent',
    issues: [{ path, message }],
  });
}
