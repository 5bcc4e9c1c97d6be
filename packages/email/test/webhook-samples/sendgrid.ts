import { at, bob, hard, samplesFrom, soft } from './sample.ts';

const event = (name: string, extra: object = {}) => ({
  email: bob,
  timestamp: 1_795_343_400,
  event: name,
  sg_event_id: 's-1',
  sg_message_id: 'abc.filter0001.1',
  'smtp-id': '<1@ismtpd.acme.dev>',
  ...extra,
});
const browser = { ip: '192.0.2.1', useragent: 'Mozilla/5.0' };
const client = { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' };
const returned = (reason: string, status: string, type = 'bounce') =>
  event('bounce', { reason, status, type, tls: 1, ip: '192.0.2.1' });

export const sendgridSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_sendgrid_webhooks.py', '2026-07-30', [
    [
      'processed, with categories and fields of the sender',
      [event('processed', { category: ['spring', 'new'], order: '7' })],
      {
        type: 'queued',
        id: 's-1',
        recipient: bob,
        tags: [{ name: 'spring' }, { name: 'new' }],
        ...at('2026-11-22T10:30:00Z'),
      },
    ],
    [
      'delivered',
      [event('delivered', { response: '250 OK ', tls: 1, ip: '192.0.2.1' })],
      { type: 'delivered' },
    ],
    [
      'delivered, with the id in the SMTP id only',
      [event('delivered', { sg_message_id: undefined })],
      { type: 'delivered' },
    ],
    ['dropped: not an address', [event('dropped', { reason: 'Invalid' })], { type: 'rejected' }],
    [
      'dropped: bounced before',
      [event('dropped', { reason: 'Bounced Address', category: 'spring', status: '5.0.0' })],
      { type: 'suppressed', tags: [{ name: 'spring' }] },
    ],
    ['dropped: unsubscribed', [event('dropped', { reason: 'Unsubscribed Address' })], { type: 'suppressed' }],
    ['hard bounce', [returned('550 5.1.1 no such user', '5.1.1')], hard],
    [
      'deferred',
      [event('deferred', { response: 'throttled by example.com', attempt: '1' })],
      { type: 'deferred' },
    ],
    ['open', [event('open', browser)], { type: 'opened', client }],
    [
      'click',
      [event('click', { ...browser, url: 'https://acme.dev/a', url_offset: { index: 0, type: 'html' } })],
      { type: 'clicked', click: { url: 'https://acme.dev/a' }, client },
    ],
    ['spam report', [event('spamreport')], { type: 'complained' }],
    ['unsubscribe', [event('unsubscribe')], { type: 'unsubscribed' }],
  ]),
  ...samplesFrom('sendgrid/docs c3eb3fe, tracking-events/event.md', '2021-06-11', [
    ['a pool of addresses', [event('processed', { pool: { name: 'p', id: 210 } })], { type: 'queued' }],
    ['bounce without a type', [event('bounce', { reason: '500 unknown', status: '5.0.0' })], hard],
    ['a block', [returned('500 blocked', '5.0.0', 'blocked')], soft],
    [
      'deferred, the number as a text',
      [event('deferred', { response: '400 later', attempt: '5' })],
      { type: 'deferred' },
    ],
    [
      'unsubscribe from a group',
      [event('group_unsubscribe', { ...browser, asm_group_id: 10 })],
      { type: 'unsubscribed' },
    ],
    [
      'subscribe to a group',
      [event('group_resubscribe', { ...browser, asm_group_id: 10 })],
      { type: 'subscribed' },
    ],
    [
      'older events, without ids',
      [
        { email: 'ann@example.com', timestamp: 1_795_343_400, category: 'new', event: 'open' },
        { email: bob, timestamp: 1_795_343_400, category: ['old'], event: 'open' },
      ],
      { type: 'opened', recipient: 'ann@example.com' },
      { type: 'opened', recipient: bob, tags: [{ name: 'old' }] },
    ],
  ]),
  ...samplesFrom('sendgrid/sendgrid-nodejs 498e232, packages/eventwebhook', '2025-09-19', [
    [
      'two events of one mail',
      [event('processed', { send_at: 0 }), returned('552 5.2.2 over quota', '5.2.2', 'blocked')],
      { type: 'queued' },
      soft,
    ],
    [
      'an event of the account',
      [{ event: 'account_status_change', sg_event_id: 's-9', timestamp: 1_795_343_400 }],
      { type: 'unknown', id: 's-9' },
    ],
  ]),
];
