import { bearerLogin, client, type MailEvent, sharedSecretOf, type WebhookForm } from '../../kit.ts';

const events = {
  deferred: 'deferred',
  delivered: 'delivered',
  bounced: 'hard_bounce',
  complained: 'spam',
  opened: 'opened',
  clicked: 'click',
  unsubscribed: 'unsubscribed',
} as const;

const secretOf = sharedSecretOf('brevo');

/** Brevo signs nothing: a webhook has a token as `auth`. Batches are those of `batched: true`. */
export const brevoEvents: WebhookForm = {
  names: { ...events, bounced: 'hardBounce' },
  secretOf,
  batchOf: ({ own }) => (own['batched'] === true ? 100 : 1),
  write: (all, { seed, hook }) => {
    const bodies = all.map(bodyOf);
    const body = JSON.stringify(hook.own['batched'] === true ? bodies : bodies[0]);
    return { body, headers: bearerLogin(secretOf(seed)) };
  },
};

function bodyOf({ kind, message, recipient, at }: MailEvent) {
  const seconds = Math.floor(at / 1000);
  const { tags = [] } = message.labels;
  return {
    event: events[kind],
    email: recipient,
    id: message.serial,
    date: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    ts: seconds,
    ts_event: seconds,
    ts_epoch: at,
    'message-id': `<${message.id}>`,
    subject: message.subject,
    ...(tags.length > 0 && { tags, tag: JSON.stringify(tags) }),
    ...(kind === 'bounced' && { reason: '550 5.1.1 No such user' }),
    ...(kind === 'deferred' && { reason: '451 4.7.1 Try again later' }),
    ...(kind === 'clicked' && { link: client.link }),
  };
}
