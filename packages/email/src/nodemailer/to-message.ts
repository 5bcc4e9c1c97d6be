import type { AttachmentInput } from '../model/attachment.ts';
import type { LossyMapping } from '../model/fit/lossy.ts';
import type { EmailMessage } from '../model/message.ts';
import type { Alternative } from '../model/message-parts.ts';
import { checkEnvelope, groupLosses, listOf, requireOneMailbox } from './addresses-of.ts';
import { smtpOptionsOf } from './delivery-options.ts';
import { ownFields } from './field-verdicts.ts';
import { headersOf } from './headers-of.ts';
import type {
  GivenMail,
  LoadedPart,
  MailEnvelope,
  NodemailerMail,
  NormalizedMail,
} from './nodemailer-mail.ts';
import { loadedOf, textOf } from './part-content.ts';

/** A message of ours, and what became of the fields that it cannot say. */
export interface ToldMail {
  readonly message: EmailMessage;
  readonly lossy: readonly LossyMapping[];
}

/**
 * The message of a mail that nodemailer has composed.
 *
 * @throws InvalidInputError for other recipients in the envelope, several authors, or bytes that are no text
 */
export function toMessage(
  mail: NormalizedMail,
  given: GivenMail,
  composed: NodemailerMail['message'],
): ToldMail {
  requireOneMailbox(composed);
  const envelope = composed.getEnvelope() as MailEnvelope;
  const { to, cc, bcc, replyTo } = mail;
  const recipients = { to: listOf(to), cc: listOf(cc), bcc: listOf(bcc) };
  const all = Object.values(recipients).flat();
  checkEnvelope(envelope, all, given.envelope !== undefined);
  const [from] = listOf(mail.from && [mail.from]);
  const isOwnPath = given.envelope !== undefined && envelope.from !== from?.address;
  const { fields, further } = headersOf(mail, composed);
  const { messageId = fields.messageId } = given;
  const date = mail.date ?? fields.date;
  const [html, text] = [contentOf('html', mail, given), contentOf('text', mail, given)];
  const body = html || text ? { ...(html && { html }), ...(text && { text }) } : { text: blank };
  const files = mail.attachments ?? [];
  const message = {
    from,
    ...recipients,
    replyTo: listOf(replyTo),
    sender: listOf(mail.sender && [mail.sender])[0],
    envelopeFrom: isOwnPath ? envelope.from : undefined,
    subject: (mail.subject ?? fields.subject ?? '').replace(/\r\n|\r|\n/g, ' '),
    ...body,
    messageId: messageId?.replace(/^<|>$/g, ''),
    date: date === undefined ? undefined : new Date(date),
    headers: further,
    priority: mail.priority?.toLowerCase(),
    attachments: [...files.map(attachmentOf), ...eventFileOf(mail)],
    alternatives: alternativesOf(mail, given),
    // One mail for all, as nodemailer's own transports send it.
    recipientVisibility: all.length > recipients.to.length || all.length > 1 ? 'shared' : 'individual',
    providerOptions: smtpOptionsOf(given),
    ...ownOf(given),
    // Checked by the client, like every message of plain JavaScript.
  } as unknown as EmailMessage;
  return {
    message,
    lossy: [
      ...groupLosses({ to, cc, bcc, replyTo }),
      ...files.flatMap(fileLosses),
      ...('text' in body && body.text === blank ? [emptyText] : []),
    ],
  };
}

/** A finished message, for its envelope. */
export function toEmlMessage(raw: Uint8Array, given: GivenMail, { from, to }: MailEnvelope): EmailMessage {
  const own = ownOf(given) as Partial<EmailMessage>;
  const providerOptions = smtpOptionsOf(given);
  const message = { raw, from: from || '', to, recipientVisibility: 'shared', providerOptions, ...own };
  return message as unknown as EmailMessage;
}

/** Our fields of the mail; the options of drivers are those of nodemailer as well. */
function ownOf(given: GivenMail): object {
  const own = Object.entries(given).filter(
    ([name]) => ownFields.includes(name) && name !== 'providerOptions',
  );
  return Object.fromEntries(own);
}

/** Services refuse an empty content: "must be a string at least one character in length" (SendGrid). */
const blank = ' ';
const emptyText: LossyMapping = {
  field: 'text',
  action: 'approximated',
  detail: 'a mail without content has one space as its text, which services require',
};

function contentOf(name: 'html' | 'text' | 'amp' | 'watchHtml', mail: NormalizedMail, given: object): string {
  return textOf(name, mail[name], Reflect.get(given, name));
}

function attachmentOf(part: LoadedPart, index: number): AttachmentInput {
  const { contentType, filename, cid, contentDisposition } = part;
  const contentId = cid?.replace(/[<>]/g, '');
  const isInline = contentDisposition === 'inline' && !contentId;
  return {
    filename: filename || `attachment-${index + 1}`,
    contentType,
    ...(contentId && { contentId }),
    ...(contentDisposition && !isInline && { disposition: contentDisposition as 'attachment' }),
    ...loadedOf(part),
  };
}

function fileLosses({ contentDisposition, cid }: LoadedPart, index: number): LossyMapping[] {
  if (contentDisposition !== 'inline' || cid) return [];
  const detail = 'a file without a `cid` is sent as an attachment';
  return [{ field: `attachments[${index}].contentDisposition`, action: 'approximated', detail }];
}

/** The event of a mail, as nodemailer has loaded it. */
const eventOf = ({ icalEvent }: NormalizedMail): LoadedPart[] => {
  if (!icalEvent) return [];
  return [typeof icalEvent === 'string' ? { content: icalEvent } : icalEvent];
};

/** nodemailer sends an event twice: to read and answer, and as a file. */
function eventFileOf(mail: NormalizedMail): AttachmentInput[] {
  return eventOf(mail).map((event) => ({
    filename: event.filename || 'invite.ics',
    contentType: 'application/ics',
    ...loadedOf(event),
  }));
}

/** The last is the richest. */
function alternativesOf(mail: NormalizedMail, given: object): Alternative[] {
  const named = [
    ['text/watch-html', contentOf('watchHtml', mail, given)],
    ['text/x-amp-html', contentOf('amp', mail, given)],
  ] as const;
  return [
    ...named.flatMap(([contentType, content]) => (content ? [{ contentType, content }] : [])),
    ...eventOf(mail).map((event) => ({
      contentType: `text/calendar; method=${(event.method ?? 'PUBLISH').trim().toUpperCase()}`,
      content: textOf('icalEvent', event),
    })),
    ...(mail.alternatives ?? []).map((part, index) => ({
      contentType: part.contentType ?? 'text/plain',
      content: textOf(`alternatives[${index}]`, part),
    })),
  ];
}
