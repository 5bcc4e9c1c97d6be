import { at, bob, samplesFrom } from './sample.ts';

const created_at = '2026-11-22T10:30:00.126Z';
const event = (type: string, extra: object = {}) => ({
  type,
  created_at,
  data: {
    created_at: '2026-11-22T10:29:59.894719+00:00',
    email_id: 'em-1',
    from: 'Ann <ann@acme.dev>',
    to: [bob],
    subject: 'Hi',
    ...extra,
  },
});
const contact = (type: string) => ({
  type,
  created_at,
  data: {
    id: 'c-1',
    audience_id: 'au-1',
    segment_ids: ['se-1'],
    created_at,
    updated_at: created_at,
    email: bob,
    first_name: 'Bob',
    unsubscribed: false,
  },
});
const common = { messageId: 'em-1', recipient: bob, ...at('2026-11-22T10:30:00.126Z') };

export const resendSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_resend_webhooks.py', '2026-07-30', [
    [
      'sent to two, with headers',
      event('email.sent', {
        to: [`Bob <${bob}>`, 'eve@example.com'],
        headers: [{ name: 'X-A', value: '1' }],
        tags: { order: '7' },
      }),
      { type: 'sent', messageId: 'em-1' },
    ],
    ['delivered', event('email.delivered'), { type: 'delivered', ...common }],
    [
      'bounced, with words alone',
      event('email.bounced', { bounce: { message: 'The mailbox is not there.' } }),
      { type: 'bounced', bounce: { class: 'undetermined', diagnostic: 'The mailbox is not there.' } },
    ],
    ['delayed', event('email.delivery_delayed'), { type: 'deferred', ...common }],
    ['complained', event('email.complained'), { type: 'complained', ...common }],
    ['opened', event('email.opened'), { type: 'opened', ...common }],
    [
      'clicked',
      event('email.clicked', {
        click: {
          ipAddress: '192.0.2.1',
          link: 'https://acme.dev/a',
          timestamp: created_at,
          userAgent: 'Mozilla/5.0',
        },
      }),
      {
        type: 'clicked',
        click: { url: 'https://acme.dev/a' },
        client: { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' },
      },
    ],
  ]),
  ...samplesFrom('resend/resend-rust 70ca6fe, src/events.rs', '2026-08-23', [
    [
      'sent by a broadcast',
      event('email.sent', {
        broadcast_id: 'b-1',
        message_id: '<1@mail.acme.dev>',
        template_id: 't-1',
        tags: { category: 'new' },
      }),
      { type: 'sent', ...common },
    ],
    [
      'bounced, with type and subtype',
      event('email.bounced', {
        bounce: { message: 'The address bounced before.', subType: 'Suppressed', type: 'Permanent' },
      }),
      { recipient: bob },
    ],
    ['failed', event('email.failed', { failed: { reason: 'reached_daily_quota' } }), { type: 'failed' }],
    ['scheduled', event('email.scheduled'), { type: 'queued' }],
    [
      'suppressed',
      event('email.suppressed', {
        suppressed: { message: 'On the list.', type: 'OnAccountSuppressionList' },
      }),
      { type: 'suppressed' },
    ],
    [
      'received',
      event('email.received', {
        to: ['orders@acme.dev'],
        cc: [],
        bcc: [],
        received_for: ['o@acme.dev'],
        attachments: [],
      }),
      { type: 'inbound' },
    ],
    ['a new contact', contact('contact.created'), { type: 'unknown', recipient: bob }],
    ['a changed contact', contact('contact.updated'), { type: 'unknown', recipient: bob }],
    ['a deleted contact', contact('contact.deleted'), { type: 'unknown', recipient: bob }],
    [
      'a domain',
      {
        type: 'domain.updated',
        created_at,
        data: { id: 'd-1', name: 'acme.dev', status: 'verified', records: [] },
      },
      { type: 'unknown', ...at(created_at) },
    ],
  ]),
];
