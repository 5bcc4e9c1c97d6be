import { at, bob, hard, samplesFrom } from './sample.ts';

/** As the service posts it; the signature is made here. */
function event(name: string, extra: object = {}) {
  return {
    event: name,
    id: 'g-1',
    timestamp: 1_795_343_400.25,
    'log-level': 'info',
    recipient: bob,
    'recipient-domain': 'example.com',
    flags: { 'is-routed': false, 'is-authenticated': true, 'is-test-mode': false },
    message: {
      headers: { to: bob, 'message-id': '1.1@mg.acme.dev', subject: 'Hi' },
      attachments: [],
      size: 5,
    },
    campaigns: [],
    tags: ['spring'],
    'user-variables': { order: '7' },
    ...extra,
  };
}

const status = (code: number, message: string, extra: object = {}) => ({
  'delivery-status': { code, message, description: '', 'attempt-no': 1, 'session-seconds': 0.5, ...extra },
});
const browser = { ip: '192.0.2.1', 'client-info': { 'user-agent': 'Mozilla/5.0', 'client-os': 'Linux' } };
const client = { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' };
const failed = (severity: string, reason: string, extra: object) =>
  event('failed', { severity, reason, ...extra });

export const mailgunSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_mailgun_webhooks.py', '2026-07-30', [
    [
      'delivered',
      event('delivered', status(250, 'OK', { tls: true, utf8: true, 'mx-host': 'mx.example.com' })),
      {
        type: 'delivered',
        id: 'g-1',
        messageId: '1.1@mg.acme.dev',
        recipient: bob,
        tags: [{ name: 'spring' }],
        metadata: { order: '7' },
        ...at('2026-11-22T10:30:00.250Z'),
      },
    ],
    [
      'permanent failure',
      failed('permanent', 'bounce', status(550, '5.1.1 no such user', { 'enhanced-code': '5.1.1' })),
      {
        ...hard,
        bounce: {
          class: 'hard',
          diagnostic: '5.1.1 no such user',
          smtpCode: '550',
          enhancedCode: '5.1.1',
        },
      },
    ],
    ['temporary failure', failed('temporary', 'generic', status(498, 'No MX')), { type: 'deferred' }],
    [
      'temporary failure of grey listing',
      failed('temporary', 'greylisted', status(450, '4.2.0 greylisted', { 'retry-seconds': 600 })),
      { type: 'deferred', recipient: bob },
    ],
    [
      'rejected, without a recipient',
      {
        event: 'rejected',
        id: 'g-2',
        timestamp: 1_795_343_400,
        reject: { reason: 'sandbox', description: '' },
      },
      { type: 'rejected', bounce: { class: 'undetermined', diagnostic: 'sandbox' } },
    ],
    ['complained', event('complained'), { type: 'complained' }],
    ['unsubscribed', event('unsubscribed', browser), { type: 'unsubscribed', client }],
    ['opened', event('opened', { ...browser, geolocation: { country: 'CH' } }), { type: 'opened', client }],
    [
      'clicked',
      event('clicked', { ...browser, url: 'https://acme.dev/a' }),
      { type: 'clicked', click: { url: 'https://acme.dev/a' } },
    ],
    [
      'accepted, without time, id, recipient and status',
      { event: 'accepted', 'delivery-status': null },
      { type: 'queued', ...at('2026-11-22T12:00:00Z') },
    ],
  ]),
  ...samplesFrom('symfony/mailgun-mailer 96df0d3, Tests/Webhook/Fixtures', '2024-02-15', [
    [
      'a failure because of its own list',
      failed('permanent', 'suppress-bounce', status(605, '', { description: 'Bounced before' })),
      { type: 'suppressed', recipient: bob },
    ],
    [
      'a failure without a description',
      failed('permanent', 'bounce', {
        'delivery-status': { code: 550, message: 'no such user', 'enhanced-code': '' },
      }),
      { type: 'bounced' },
    ],
    [
      'variables that are not texts',
      event('opened', { 'user-variables': { n: 1, deep: { a: [] } } }),
      {
        type: 'opened',
        metadata: { n: '1', deep: '{"a":[]}' },
      },
    ],
  ]),
  ...samplesFrom('mailgun/documentation 32f4121, source/api-events.rst', '2024-07-23', [
    [
      'accepted by a route',
      event('accepted', { routes: [{ id: 'r-1', expression: 'x' }] }),
      { type: 'queued' },
    ],
    [
      'a bounce after the acceptance',
      failed('permanent', 'generic', {
        ...status(550, 'smtp; 550-5.1.1 no such user', { 'bounce-code': '5.1.1' }),
        envelope: {},
        flags: { 'is-delayed-bounce': true },
      }),
      hard,
    ],
    [
      'a failure because of an unsubscription',
      failed('permanent', 'suppress-unsubscribe', status(606, '')),
      { type: 'suppressed', bounce: { class: 'undetermined', category: 'unsubscribed' } },
    ],
    [
      'a failure because of a complaint',
      failed('permanent', 'suppress-complaint', status(607, '')),
      { type: 'suppressed' },
    ],
    [
      'stored',
      event('stored', { storage: { url: 'https://storage.example/1', key: 'k' } }),
      { type: 'inbound' },
    ],
    [
      'the statistics of a list',
      { event: 'list_member_uploaded', id: 'g-3', timestamp: 1_795_343_400 },
      { type: 'unknown' },
    ],
  ]),
];
