import {
  basicLogin,
  client,
  fieldsOf,
  type MailEvent,
  sharedSecretOf,
  textOf,
  type Webhook,
  type WebhookForm,
} from '../../kit.ts';

const names = {
  deferred: 'bounce',
  delivered: 'sent',
  bounced: 'bounce',
  complained: 'spam',
  opened: 'open',
  clicked: 'click',
  unsubscribed: 'unsub',
} as const;

const secretOf = sharedSecretOf('mailjet');

/** Version 2 of a callback has groups of events, and version 1 single ones. */
const isGrouped = ({ own }: Webhook): boolean => `${own['Version']}` === '2';

/** Mailjet signs nothing: the URL has a login. */
export const mailjetEvents: WebhookForm = {
  names,
  secretOf,
  lists: ['bounced', 'complained'],
  defaults: { Version: 2 },
  batchOf: (hook) => (isGrouped(hook) ? 100 : 1),
  write: (events, { seed, hook }) => {
    const bodies = events.map(bodyOf);
    const body = JSON.stringify(isGrouped(hook) ? bodies : bodies[0]);
    return {
      body: body.replace(/"MessageID":"(\d{17,19})"/g, '"MessageID":$1'),
      headers: basicLogin(secretOf(seed)),
    };
  },
};

function bodyOf({ kind, message, recipient, at }: MailEvent) {
  const id = textOf(fieldsOf(message.own['ids'])[recipient]) ?? message.id;
  const seen = { ip: client.ip, geo: '', agent: client.userAgent };
  return {
    event: names[kind],
    time: Math.floor(at / 1000),
    MessageID: id,
    mj_message_id: id,
    email: recipient,
    mj_campaign_id: 0,
    mj_contact_id: 0,
    customcampaign: message.labels.tags?.[0] ?? '',
    CustomID: '',
    Payload: payloadOf(message.labels.metadata),
    ...(kind === 'delivered' && { smtp_reply: '250 2.0.0 OK' }),
    ...(kind === 'bounced' && {
      blocked: false,
      hard_bounce: true,
      error_related_to: 'recipient',
      error: 'user unknown',
      comment: '550 5.1.1 No such user',
    }),
    ...(kind === 'deferred' && {
      blocked: false,
      hard_bounce: false,
      error_related_to: 'domain',
      error: 'greylisted',
      comment: '451 4.7.1 Try again later',
    }),
    ...(kind === 'complained' && { source: 'JMRPP' }),
    ...((kind === 'opened' || kind === 'clicked') && seen),
    ...(kind === 'clicked' && { url: client.link }),
    ...(kind === 'unsubscribed' && { mj_list_id: 0, ...seen }),
  };
}

function payloadOf(metadata: Readonly<Record<string, string>> = {}): string {
  return Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata);
}
