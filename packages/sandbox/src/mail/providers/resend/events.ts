import {
  client,
  dateOf,
  type MailEvent,
  standardHeaders,
  standardSecretOf,
  type WebhookForm,
} from '../../kit.ts';

const names = {
  deferred: 'email.delivery_delayed',
  delivered: 'email.delivered',
  bounced: 'email.bounced',
  complained: 'email.complained',
  opened: 'email.opened',
  clicked: 'email.clicked',
  unsubscribed: 'contact.updated',
} as const;

const bounce = { type: 'Permanent', subType: 'General', message: 'smtp; 550 5.1.1 No such user' };

/** Signed as Svix does: resend.com/docs, Webhooks, "Verify webhooks requests". */
export const resendEvents: WebhookForm = {
  names,
  secretOf: standardSecretOf,
  lists: ['bounced', 'complained'],
  write: ([event], context) => {
    const body = JSON.stringify(payloadOf(event));
    return { body, headers: standardHeaders({ id: event.id, body, prefix: 'svix' }, context) };
  },
};

function payloadOf(event: MailEvent) {
  const { kind, at } = event;
  return { type: names[kind], created_at: dateOf(at), data: dataOf(event) };
}

function dataOf({ kind, id: eventId, message, recipient, at }: MailEvent) {
  const { id, from, subject, createdAt } = message;
  // Resend has no event of an unsubscription: a contact has changed.
  if (kind === 'unsubscribed')
    return {
      id: eventId,
      created_at: dateOf(at),
      updated_at: dateOf(at),
      email: recipient,
      unsubscribed: true,
    };
  const data = {
    email_id: id,
    created_at: dateOf(createdAt),
    from,
    to: [recipient],
    subject,
    ...tagsOf(message),
  };
  if (kind === 'bounced') return { ...data, bounce };
  if (kind !== 'clicked') return data;
  const { ip: ipAddress, userAgent, link } = client;
  return { ...data, click: { ipAddress, link, timestamp: dateOf(at), userAgent } };
}

/** Tags have a name and a value, which the mailbox shows as one text. */
function tagsOf({ labels: { tags = [] } }: MailEvent['message']) {
  if (tags.length === 0) return {};
  const pairs = tags.map((tag) => [tag.split(':')[0] ?? '', tag.slice(tag.indexOf(':') + 1)] as const);
  return { tags: Object.fromEntries(pairs) };
}
