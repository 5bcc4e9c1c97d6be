import { at, bob, hard, samplesFrom, soft } from './sample.ts';

const full = {
  id: 71,
  email: bob,
  'message-id': '<202611220930.1@mail.acme.dev>',
  date: '2026-11-22 10:30:00',
  ts: 1_795_343_400,
  ts_event: 1_795_343_400,
  ts_epoch: 1_795_343_400_250,
  subject: 'Hi',
  sending_ip: '192.0.2.1',
  tags: ['spring', 'new'],
  tag: '["spring","new"]',
};
const short = { email: bob, 'message-id': '<1@mail.acme.dev>', ts_epoch: 1_795_343_400_250 };
const documented = {
  event: '',
  email: bob,
  id: 1,
  date: '2026-11-22 00:00:00',
  'message-id': '1@mail.acme.dev',
  tag: ['spring'],
  s_epoch: 1_795_343_400_000,
  template_id: 1,
};
const inSeconds = { ...short, ts: 1_795_343_300, ts_event: 1_795_343_450, ts_epoch: 1_795_343_400 };
const tags = [{ name: 'spring' }, { name: 'new' }];
const fullFacts = { messageId: '202611220930.1@mail.acme.dev', tags, ...at('2026-11-22T10:30:00.250Z') };

export const brevoSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_brevo_webhooks.py', '2026-07-30', [
    ['request', { ...full, event: 'request' }, { type: 'queued', recipient: bob, ...fullFacts }],
    ['delivered', { ...short, event: 'delivered' }, { type: 'delivered', messageId: '1@mail.acme.dev' }],
    ['hard bounce', { ...short, event: 'hard_bounce', reason: ' 550 no', tag: 'spring' }, hard],
    ['soft bounce', { ...short, event: 'soft_bounce', reason: 'busy' }, soft],
    [
      'blocked by its list',
      { ...short, event: 'blocked', reason: 'blocked : due to blacklist user' },
      { type: 'suppressed' },
    ],
    ['spam', { ...short, event: 'spam' }, { type: 'complained' }],
    [
      'complaint without a time in milliseconds',
      { event: 'complaint', email: bob, id: 'x', ts: 1_795_343_300, ts_event: 1_795_343_400 },
      { type: 'complained', ...at('2026-11-22T10:30:00Z') },
    ],
    ['invalid address', { ...short, event: 'invalid_email' }, { type: 'rejected' }],
    [
      'error with a time in seconds',
      { ...inSeconds, event: 'error', reason: 'no template' },
      { type: 'failed', bounce: { class: 'undetermined', diagnostic: 'no template' } },
    ],
    ['deferred', { ...short, event: 'deferred', reason: '550 5.1.1 later' }, { type: 'deferred' }],
    ['opened', { ...short, event: 'opened' }, { type: 'opened', client: undefined }],
    ['opened once', { ...short, event: 'unique_opened' }, { type: 'opened' }],
    [
      'opened by a proxy',
      { ...documented, event: 'proxy_open' },
      { type: 'opened', client: { machineOpen: true }, tags: [{ name: 'spring' }], recipient: bob },
    ],
    ['opened once by a proxy', { ...documented, event: 'unique_proxy_open' }, { type: 'opened' }],
    [
      'click',
      { ...short, event: 'click', link: 'https://acme.dev/a' },
      { type: 'clicked', click: { url: 'https://acme.dev/a' } },
    ],
    ['unsubscribe', { ...short, event: 'unsubscribe' }, { type: 'unsubscribed' }],
  ]),
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_brevo_inbound.py', '2026-07-30', [
    [
      'a mail that arrived',
      {
        items: [
          {
            Uuid: ['u-1'],
            MessageId: '<in-1@mail.example.com>',
            InReplyTo: null,
            From: { Name: 'Bob', Address: bob },
            To: [{ Name: null, Address: 'orders@acme.dev' }],
            SentAtDate: 'Sun, 22 Nov 2026 03:30:00 -0700',
            Headers: { Received: ['a', 'b'], Subject: 'Hi' },
            SpamScore: 2.9,
          },
        ],
      },
      {
        type: 'inbound',
        messageId: 'in-1@mail.example.com',
        recipient: 'orders@acme.dev',
        ...at('2026-11-22T10:30:00Z'),
      },
    ],
  ]),
  ...samplesFrom('symfony/brevo-mailer 2620c3c, Tests/Webhook/Fixtures', '2024-03-15', [
    [
      'blocked after an unsubscription',
      { ...full, event: 'blocked', reason: 'blocked : due to unsubscribed user' },
      { type: 'suppressed', ...fullFacts },
    ],
    [
      'deferred with a time in seconds, and a header of another program',
      { ...inSeconds, event: 'deferred', 'X-Mailin-custom': 'not JSON', reason: 'busy' },
      { type: 'deferred', metadata: undefined, ...at('2026-11-22T10:30:00Z') },
    ],
    ['delivered, with a reason', { ...full, event: 'delivered', reason: 'sent' }, { type: 'delivered' }],
    ['hard bounce of several lines', { ...full, event: 'hard_bounce', reason: '550-no\n   550 such' }, hard],
    ['soft bounce without milliseconds', { ...full, ts_epoch: undefined, event: 'soft_bounce' }, soft],
    [
      'opened by a proxy, with two times',
      { ...documented, event: 'proxy_open', ts_event: 1_795_343_500, s_epoch: 1_534_486_682_000 },
      { type: 'opened', ...at('2026-11-22T10:31:40Z') },
    ],
    ['request without tags', { ...short, event: 'request' }, { type: 'queued', tags: undefined }],
    ['unsubscribed', { ...full, event: 'unsubscribed' }, { type: 'unsubscribed' }],
  ]),
  ...samplesFrom('logs in public repositories, of a sender that is not verified', '2026-08-07', [
    [
      'refused after it was accepted',
      { ...short, event: 'error', reason: 'Sending has been rejected: the sender is not valid' },
      {
        type: 'failed',
        messageId: '1@mail.acme.dev',
        bounce: { class: 'undetermined', diagnostic: 'Sending has been rejected: the sender is not valid' },
      },
    ],
  ]),
];
