import { basicLogin, headerLines, headerOfMail, type InboundForm } from '../../kit.ts';

/** dev.mailjet.com, "Parse API: inbound emails". Mailjet signs nothing: the address has a login. */
export const mailjetInbound: InboundForm = {
  write: ({ recipient, sender, parsed, at }, { secret }) => {
    const { subject, text, html, attachments } = parsed;
    const files = attachments.map(({ filename, contentType, contentId, disposition, content }, index) => {
      const isInline = disposition === 'inline' || contentId !== undefined;
      const name = filename === undefined ? '' : `; name="${encoded(filename)}"`;
      return {
        field: `${isInline ? 'InlineAttachment' : 'Attachment'}${index + 1}`,
        headers: {
          'Content-Type': [`${contentType}${name}`],
          'Content-Disposition': [isInline ? 'inline' : 'attachment'],
          ...(contentId !== undefined && { 'Content-ID': [`<${contentId}>`] }),
        },
        content: Buffer.from(content).toString('base64'),
      };
    });
    const headers = new Map<string, string[]>();
    for (const [name, value] of headerLines(parsed)) headers.set(name, [...(headers.get(name) ?? []), value]);
    const body = {
      Sender: sender,
      Recipient: recipient,
      Date: new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, ''),
      From: headerOfMail(parsed, 'from') ?? '',
      Subject: subject ?? '',
      Headers: Object.fromEntries(headers),
      Parts: [
        ...(text === undefined ? [] : [{ Headers: {}, ContentRef: 'Text-part' }]),
        ...(html === undefined ? [] : [{ Headers: {}, ContentRef: 'Html-part' }]),
        ...files.map((file) => ({ Headers: file.headers, ContentRef: file.field })),
      ],
      'Text-part': text,
      'Html-part': html,
      ...Object.fromEntries(files.map(({ field, content }) => [field, content])),
      SpamAssassinScore: '0.1',
    };
    return { body: JSON.stringify(body), headers: basicLogin(secret) };
  },
};

/** The name as mail programs write it. */
const encoded = (name: string) =>
  /^[ -~]*$/.test(name) ? name : `=?utf-8?b?${Buffer.from(name).toString('base64')}?=`;
