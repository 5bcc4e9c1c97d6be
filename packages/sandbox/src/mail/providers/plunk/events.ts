import { bearerLogin, client, type MailEvent, sharedSecretOf, type WebhookForm } from '../../kit.ts';

const names = {
  delivered: 'email.delivery',
  bounced: 'email.bounce',
  complained: 'email.complaint',
  opened: 'email.open',
  clicked: 'email.click',
  unsubscribed: 'contact.unsubscribed',
} as const;

const secretOf = sharedSecretOf('plunk');

/**
 * A webhook is a step of a workflow, without a signature: a header has the secret, and the URL the name of
 * the event (docs.useplunk.com, guides, "Webhooks"). Plunk tells no delays.
 */
export const plunkEvents: WebhookForm = {
  names,
  secretOf,
  lists: [],
  isFinal: () => true, // Plunk does not repeat a step
  write: ([event], { seed }) => {
    if (event.kind === 'deferred') return { body: '' };
    const headers = bearerLogin(secretOf(seed));
    return { body: JSON.stringify(bodyOf(event)), headers, query: { event: names[event.kind] } };
  },
};

function bodyOf(event: MailEvent) {
  const { kind, id, message, recipient, at } = event;
  const isOut = kind === 'bounced' || kind === 'complained' || kind === 'unsubscribed';
  return {
    contact: { email: recipient, subscribed: !isOut, data: {} },
    workflow: { id: 'sandbox', name: 'Mail events' },
    execution: { id, startedAt: new Date(at).toISOString() },
    event: kind === 'unsubscribed' ? {} : { ...mailOf(message), ...detailsOf(event) },
  };
}

function mailOf({ id, subject, from, own }: MailEvent['message']) {
  return {
    subject,
    from,
    fromName: '',
    messageId: id,
    emailId: id,
    templateId: own['templateId'] ?? null,
    campaignId: null,
    sourceType: 'TRANSACTIONAL',
  };
}

function detailsOf({ kind, at }: MailEvent) {
  const time = new Date(at).toISOString();
  if (kind === 'delivered') return { deliveredAt: time };
  if (kind === 'bounced') return { bounceType: 'Permanent', bouncedAt: time };
  if (kind === 'complained') return { complainedAt: time };
  if (kind === 'opened') return { openedAt: time, opens: 1, isFirstOpen: true };
  return { link: client.link, clickedAt: time, clicks: 1, isFirstClick: true };
}
