import { createHmac } from 'node:crypto';
import { headerLines, headerOfMail, type InboundForm, mailAsText } from '../../kit.ts';

/** developers.mailersend.com, "Inbound routing": signed as its events are. */
export const mailersendInbound: InboundForm = {
  write: ({ id, recipient, sender, raw, parsed, at }, { secret }) => {
    const { from, to, subject, text, html } = parsed;
    const time = new Date(at).toISOString();
    const body = JSON.stringify({
      type: 'inbound.message',
      inbound_id: 'sandbox',
      created_at: time,
      data: {
        object: 'message',
        id,
        recipients: {
          rcptTo: [{ email: recipient }],
          to: { data: to.map(({ name, address }) => ({ email: address, name })) },
        },
        from: { email: from?.address ?? '', name: from?.name ?? '' },
        sender: { email: sender },
        subject: subject ?? '',
        date: headerOfMail(parsed, 'date') ?? '',
        headers: Object.fromEntries(headerLines(parsed)),
        text: text ?? '',
        html: html ?? '',
        raw: mailAsText(raw),
        spf_check: { code: '+', value: null },
        dkim_check: false,
        created_at: time,
      },
    });
    return { body, headers: { signature: createHmac('sha256', secret).update(body).digest('hex') } };
  },
};
