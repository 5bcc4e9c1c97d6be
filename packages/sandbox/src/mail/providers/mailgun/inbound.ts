import { createHmac } from 'node:crypto';
import { headerLines, headerOfMail, type InboundForm } from '../../kit.ts';

/** documentation.mailgun.com, "Receive, Forward and Store Messages": the form of `forward()`. */
export const mailgunInbound: InboundForm = {
  write: ({ id, recipient, sender, parsed, at }, { secret }) => {
    const { subject, text, html, attachments } = parsed;
    const timestamp = String(Math.floor(at / 1000));
    const token = createHmac('sha256', secret).update(id).digest('hex').slice(0, 50);
    const signature = createHmac('sha256', secret)
      .update(timestamp + token)
      .digest('hex');
    const form = new FormData();
    const fields = {
      recipient,
      sender,
      from: headerOfMail(parsed, 'from'),
      subject,
      'body-plain': text,
      'body-html': html,
      // Nothing is stripped here: the sandbox knows no quotes and signatures.
      'stripped-text': text,
      'stripped-signature': text === undefined ? undefined : '',
      'stripped-html': html,
      'message-headers': JSON.stringify([['X-Mailgun-Incoming', 'Yes'], ...headerLines(parsed)]),
      timestamp,
      token,
      signature,
    };
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
    if (attachments.length > 0) form.append('attachment-count', String(attachments.length));
    const ids = attachments.flatMap(({ contentId }, index) =>
      contentId === undefined ? [] : [[`<${contentId}>`, `attachment-${index + 1}`]],
    );
    if (ids.length > 0) form.append('content-id-map', JSON.stringify(Object.fromEntries(ids)));
    for (const [index, { content, filename, contentType: type }] of attachments.entries())
      form.append(`attachment-${index + 1}`, new File([content as BlobPart], filename ?? '', { type }));
    return { body: form };
  },
};
