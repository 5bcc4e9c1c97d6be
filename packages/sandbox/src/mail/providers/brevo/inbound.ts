import {
  bearerLogin,
  type DoorContext,
  headerLines,
  headerOfMail,
  type InboundForm,
  type MailAddress,
  need,
  route,
} from '../../kit.ts';
import { missing } from './wire.ts';

const mailbox = ({ name, address }: MailAddress) => ({ Name: name || null, Address: address });

/** developers.brevo.com, "Inbound parsing webhooks". Brevo signs nothing: a webhook has a token as `auth`. */
export const brevoInbound: InboundForm = {
  write: ({ id, recipient, sender, parsed }, { secret }) => {
    const { from, to, cc, replyTo, subject, text, html, attachments } = parsed;
    const [answered] = replyTo;
    const headers = new Map([
      ['Return-Path', [`<${sender}>`]],
      ['Delivered-To', [recipient]],
    ]);
    for (const [name, value] of headerLines(parsed)) headers.set(name, [...(headers.get(name) ?? []), value]);
    const item = {
      Uuid: [id],
      Recipients: [recipient],
      MessageId: headerOfMail(parsed, 'message-id') ?? null,
      InReplyTo: headerOfMail(parsed, 'in-reply-to') ?? null,
      From: mailbox(from ?? { name: '', address: '' }),
      To: to.map(mailbox),
      Cc: cc.map(mailbox),
      ReplyTo: answered === undefined ? null : mailbox(answered),
      SentAtDate: headerOfMail(parsed, 'date') ?? null,
      Subject: subject ?? '',
      Attachments: attachments.map(({ filename, contentType, contentId, content }, index) => ({
        Name: filename ?? '',
        ContentType: contentType,
        ContentLength: content.byteLength,
        ContentID: contentId ?? '',
        DownloadToken: Buffer.from(`${index} ${id}`).toString('base64url'),
      })),
      Headers: Object.fromEntries(
        [...headers].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
      ),
      SpamScore: 0.1,
      ExtractedMarkdownMessage: text ?? '',
      ExtractedMarkdownSignature: null,
      RawHtmlBody: html ?? null,
      RawTextBody: text ?? null,
    };
    return { body: JSON.stringify({ items: [item] }), headers: bearerLogin(secret) };
  },
};

/** The files of mail that was posted. */
export function inboundRoutes({ store, isIncoming }: DoorContext) {
  return [
    route('GET', '/inbound/attachments/:token', (_request, { token = '' }) => {
      const [index = '', id = ''] = Buffer.from(token, 'base64url').toString().split(' ');
      const mail = store.mailbox.list().find((each) => each.id === id && isIncoming(each));
      const { content, filename = '' } = need(mail?.parsed.attachments[Number(index || Number.NaN)], missing);
      // A browser must not run a file as a page of the sandbox.
      const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`;
      const headers = { 'content-type': 'application/octet-stream', 'content-disposition': disposition };
      return { status: 200, headers, body: content };
    }),
  ];
}
