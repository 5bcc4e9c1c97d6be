import { type Route, route } from '../../http/router.ts';
import { fieldsOf } from '../../mail/kit/fields.ts';
import type { Mailbox } from '../../mail/mailbox/mailbox.ts';
import { composeMessage } from '../../mail/message/compose-message.ts';

const from = { name: 'Preview', address: 'preview@sandbox.test' };
const to = { name: '', address: 'you@example.com' };

/** Puts the mail of a file into the mailbox, in place of its earlier form. */
export function previewRoute(mailbox: Mailbox): Route {
  return route('PUT', '/api/previews/:name', async (request, { name = '' }) => {
    const { subject, html, text } = fieldsOf(request.json());
    const id = `preview-${name}`;
    const raw = composeMessage({
      id,
      from,
      to: [to],
      subject: typeof subject === 'string' ? subject : name,
      html: typeof html === 'string' ? html : undefined,
      text: typeof text === 'string' ? text : undefined,
      headers: [],
      attachments: [],
      date: new Date(),
    });
    const [earlier] = mailbox.remove([id]);
    const envelope = { from: from.address, to: [to.address] };
    await mailbox.deliver({ id, via: 'api', envelope, raw, labels: { service: 'preview' } });
    if (earlier?.isRead) mailbox.setRead([id], true);
    return { status: 200, json: { id } };
  });
}
