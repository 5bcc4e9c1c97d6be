import { basicLogin, headerLines, type InboundForm, mailAsText } from '../../kit.ts';

/** postmarkapp.com/developer, "Inbound webhook". Postmark signs nothing: the address has a login. */
export const postmarkInbound: InboundForm = {
  write: ({ id, recipient, sender, raw, parsed }, { secret }) => {
    const { from, to, cc, replyTo, subject, text, html, attachments } = parsed;
    const lines = headerLines(parsed).map(([Name, Value]) => ({ Name, Value }));
    const value = (name: string) => lines.find(({ Name }) => Name === name)?.Value ?? '';
    const body = {
      FromName: from?.name ?? '',
      MessageStream: 'inbound',
      From: from?.address ?? '',
      FromFull: full(from ?? { name: '', address: '' }),
      To: value('To'),
      ToFull: to.map(full),
      Cc: value('Cc'),
      CcFull: cc.map(full),
      Bcc: '',
      BccFull: [],
      OriginalRecipient: recipient,
      Subject: subject ?? '',
      MessageID: id,
      ReplyTo: replyTo.map(({ address }) => address).join(', '),
      MailboxHash: hashOf(recipient),
      Date: value('Date'),
      TextBody: text ?? '',
      HtmlBody: html ?? '',
      StrippedTextReply: '',
      RawEmail: mailAsText(raw),
      Tag: '',
      Headers: [
        { Name: 'Return-Path', Value: `<${sender}>` },
        { Name: 'X-Spam-Status', Value: 'No' },
        { Name: 'X-Spam-Score', Value: '-0.1' },
        ...lines.filter(({ Name }) => !ownFields.has(Name)),
      ],
      Attachments: attachments.map(({ filename, contentType, contentId, content }) => ({
        Name: filename ?? '',
        Content: Buffer.from(content).toString('base64'),
        ContentType: contentType,
        ContentLength: content.byteLength,
        ContentID: contentId ?? '',
      })),
    };
    return { body: JSON.stringify(body), headers: basicLogin(secret) };
  },
};

/** They are fields of the post, and not in its headers. */
const ownFields = new Set(['From', 'To', 'Cc', 'Reply-To', 'Subject', 'Date']);

const full = ({ name, address }: { readonly name: string; readonly address: string }) => ({
  Email: address,
  Name: name,
  MailboxHash: hashOf(address),
});

/** The text between the plus and the at sign. */
function hashOf(address: string): string {
  const [local = ''] = address.split('@');
  return local.split('+').slice(1).join('+');
}
