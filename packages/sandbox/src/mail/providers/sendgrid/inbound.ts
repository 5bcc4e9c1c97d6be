import { randomUUID } from 'node:crypto';
import { headerLines, headerOfMail, type InboundForm } from '../../kit.ts';
import { signatureOf } from './events.ts';

/**
 * twilio.com/docs/sendgrid, "Inbound Email Parse Webhook", both forms, and "Securing your Inbound Parse
 * webhooks": signed, as with a security policy.
 */
export const sendgridInbound: InboundForm = {
  hasRaw: true,
  write: async ({ recipient, sender, raw, parsed, isRaw }, { seed, now }) => {
    const form = new FormData();
    const fields = isRaw ? { email: rawPlace } : partsOf(parsed);
    const common = {
      from: headerOfMail(parsed, 'from') ?? '',
      to: headerOfMail(parsed, 'to') ?? '',
      subject: parsed.subject ?? '',
      envelope: JSON.stringify({ to: [recipient], from: sender }),
      charsets: JSON.stringify(Object.fromEntries(inUtf8.map((name) => [name, 'UTF-8']))),
      sender_ip: '127.0.0.1',
      dkim: 'none',
      SPF: 'pass',
      spam_score: '0.1',
      spam_report: '',
    };
    for (const [name, value] of Object.entries({ ...fields, ...common })) form.append(name, value);
    if (!isRaw)
      for (const [index, { content, filename = '', contentType: type }] of parsed.attachments.entries())
        form.append(`attachment${index + 1}`, new File([content as BlobPart], filename, { type }));
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const text = Buffer.from(await encoded.arrayBuffer()).toString('latin1');
    // A form of the platform has text in UTF-8 alone, and a mail has any bytes.
    const body = Buffer.from(
      text.replace(rawPlace, () => Buffer.from(raw).toString('latin1')),
      'latin1',
    );
    return { body, headers: { ...headers, ...signatureOf(body, { seed, now }) } };
  },
};

const rawPlace = randomUUID();

const inUtf8 = ['from', 'to', 'subject', 'text', 'html', 'filename'];

function partsOf(parsed: Parameters<InboundForm['write']>[0]['parsed']): Readonly<Record<string, string>> {
  const { text, html, attachments } = parsed;
  const info = attachments.map(({ filename, contentType: type, contentId }, index) => {
    const file = { filename, name: filename, type, 'content-id': contentId };
    return [`attachment${index + 1}`, file] as const;
  });
  const ids = info.flatMap(([field, file]) => {
    const id = file['content-id'];
    return id === undefined ? [] : [[id, field]];
  });
  return {
    headers: headerLines(parsed)
      .map((pair) => `${pair.join(': ')}\n`)
      .join(''),
    cc: headerOfMail(parsed, 'cc') ?? '',
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    attachments: `${attachments.length}`,
    ...(info.length > 0 && { 'attachment-info': JSON.stringify(Object.fromEntries(info)) }),
    ...(ids.length > 0 && { 'content-ids': JSON.stringify(Object.fromEntries(ids)) }),
  };
}
