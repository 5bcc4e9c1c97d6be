import { at, bob, hard, samplesFrom, soft } from './sample.ts';

const seconds = 1_795_343_400; // 2026-11-22T10:30:00Z
const when = at('2026-11-22T10:30:00Z');
const event = (name: string, more: object = {}, msg: object = {}) => [
  { event: name, _id: 'md-1', ts: seconds, ...more, msg: { ts: seconds, _id: 'md-1', email: bob, ...msg } },
];
const common = { messageId: 'md-1', recipient: bob, ...when };

export const mandrillSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_mandrill_webhooks.py', '2026-07-30', [
    [
      'sent, with tags and metadata',
      event('send', {}, { tags: ['a', 'b'], metadata: { order: '7' } }),
      { type: 'sent', ...common, tags: [{ name: 'a' }, { name: 'b' }], metadata: { order: '7' } },
    ],
    [
      'a hard bounce',
      event('hard_bounce', {}, { bounce_description: 'bad_mailbox', diag: 'smtp;550 5.1.1 no such user' }),
      { ...hard, ...common, bounce: { class: 'hard', smtpCode: '550', enhancedCode: '5.1.1' } },
    ],
    [
      'a soft bounce',
      event('soft_bounce', {}, { bounce_description: 'mailbox_full' }),
      { ...soft, ...common },
    ],
    [
      'a click',
      event('click', { url: 'https://acme.dev/a', user_agent: 'Mozilla/5.0', ip: '192.0.2.1' }),
      {
        type: 'clicked',
        ...common,
        click: { url: 'https://acme.dev/a' },
        client: { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' },
      },
    ],
  ]),
  ...samplesFrom('mailchimp.com/developer, "Webhooks": names of events', '2026-04-30', [
    ['a deferral', event('deferral', {}, { diag: '451 try later' }), { type: 'deferred', ...common }],
    ['delivered', event('delivered'), { type: 'delivered', ...common }],
    ['opened', event('open'), { type: 'opened', ...common }],
    ['a complaint', event('spam'), { type: 'complained', ...common }],
    ['unsubscribed', event('unsub'), { type: 'unsubscribed', ...common }],
    ['rejected', event('reject', {}, { metadata: [] }), { type: 'rejected', ...common }],
    [
      'a change of the denylist',
      [{ type: 'blacklist', action: 'add', ts: seconds, reject: { email: bob, reason: 'hard-bounce' } }],
      { type: 'unknown', recipient: bob },
    ],
  ]),
];
