import { at, bob, hard, samplesFrom, soft } from './sample.ts';

const created_at = '2026-11-22T10:30:00.500000Z';

/** Version 1 of the webhooks. */
function activity(name: string, morph: object | null = null, mail: object = {}, id: unknown = 'a-1') {
  return {
    type: `activity.${name}`,
    domain_id: 'd-1',
    created_at,
    webhook_id: 'w-1',
    url: 'https://acme.dev/hook',
    data: {
      object: 'activity',
      id,
      type: name,
      created_at,
      email: {
        object: 'email',
        id: 'e-1',
        from: 'ann@acme.dev',
        subject: 'Hi',
        status: 'sent',
        tags: null,
        message: { object: 'message', id: 'm-1', created_at },
        recipient: { object: 'recipient', id: 'r-1', email: bob, created_at },
        ...mail,
      },
      morph,
      template_id: '',
    },
  };
}

/** Version 2. */
function light(name: string, meta: unknown = []) {
  const data = { id: 'a-2', message_id: 'm-2', email_id: 'e-2', type: name, email: bob, tags: [], meta };
  return { type: `activity.${name}`, created_at, data };
}

const failure = (reason: string) => ({ object: 'recipient_bounce', reason });
const common = { id: 'a-1', messageId: 'm-1', recipient: bob, ...at('2026-11-22T10:30:00.500Z') };

export const mailersendSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_mailersend_webhooks.py', '2026-07-30', [
    [
      'sent, with tags',
      activity('sent', null, { tags: ['spring', 'Second one'] }),
      { type: 'sent', ...common, tags: [{ name: 'spring' }, { name: 'Second one' }] },
    ],
    ['delivered', activity('delivered'), { type: 'delivered', ...common }],
    [
      'hard bounce',
      activity('hard_bounced', failure('no such host')),
      { ...hard, bounce: { class: 'hard', diagnostic: 'no such host' } },
    ],
    ['soft bounce', activity('soft_bounced', failure('unknown')), soft],
    ['complaint without a reason', activity('spam_complaint', { reason: null }), { type: 'complained' }],
    [
      'unsubscription',
      activity('unsubscribed', { reason: 'option_3', readable_reason: 'Too many' }),
      { type: 'unsubscribed' },
    ],
    ['opening', activity('opened', { ip: '192.0.2.1' }), { type: 'opened', client: { ip: '192.0.2.1' } }],
    [
      'click',
      activity('clicked', { ip: '192.0.2.1', url: 'https://acme.dev/a' }),
      { type: 'clicked', click: { url: 'https://acme.dev/a' } },
    ],
  ]),
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_mailersend_inbound.py', '2026-07-30', [
    [
      'a mail that arrived',
      {
        type: 'inbound.message',
        inbound_id: 'i-1',
        created_at,
        data: {
          object: 'message',
          id: 'in-1',
          recipients: { rcptTo: [{ email: 'orders@acme.dev' }], to: { raw: 'Orders <o@acme.dev>' } },
          sender: { email: bob },
          created_at,
        },
      },
      { type: 'inbound', messageId: 'in-1', recipient: 'orders@acme.dev' },
    ],
  ]),
  ...samplesFrom('symfony/symfony 5feb749, Mailer/Bridge/MailerSend/Tests/Webhook/Fixtures', '2026-11-23', [
    ['opened once', activity('opened_unique', { ip: '192.0.2.1' }), { type: 'opened' }],
    ['clicked once', activity('clicked_unique', { url: 'https://acme.dev/a' }), { type: 'clicked' }],
  ]),
  ...samplesFrom('developers.mailersend.com, "Webhooks", and its activity API', '2026-11-23', [
    ['version 2: sent', light('sent'), { type: 'sent', id: 'a-2', messageId: 'm-2', recipient: bob }],
    [
      'version 2: click',
      light('clicked', { ip: '192.0.2.1', url: 'https://acme.dev/a' }),
      { type: 'clicked', click: { url: 'https://acme.dev/a' }, client: { ip: '192.0.2.1' } },
    ],
    ['version 2: soft bounce', light('soft_bounced', { reason: 'full' }), soft],
    [
      'deferred',
      activity('deferred', failure('busy')),
      { type: 'deferred', bounce: { class: 'soft', diagnostic: 'busy' } },
    ],
    ['suppressed', activity('suppressed', failure('on the list')), { type: 'suppressed' }],
    [
      'a time with a space, and the address as a text',
      {
        type: 'activity.delivered',
        created_at: '2026-11-22 10:30:00',
        data: { id: 'a-3', type: 'delivered', created_at: '2026-11-22 10:30:00', email: bob },
      },
      { type: 'delivered', recipient: bob, ...at('2026-11-22T10:30:00Z') },
    ],
    [
      'a list of recipients is finished',
      { type: 'bulk_email.completed', created_at, data: { id: 'b-1' } },
      { type: 'unknown' },
    ],
    ['the test of a new address', { type: 'webhook.test' }],
  ]),
];
