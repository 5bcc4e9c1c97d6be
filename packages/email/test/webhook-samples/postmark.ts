import { at, bob, samplesFrom, soft } from './sample.ts';

const MessageID = '5f0c6f8e-0000-4000-8000-000000000001';
const common = {
  MessageID,
  ServerID: 7,
  MessageStream: 'outbound',
  Tag: 'welcome',
  Metadata: { order: '7' },
};
const bounce = (Type: string, extra: object = {}) => ({
  ...common,
  RecordType: 'Bounce',
  ID: 42,
  Type,
  TypeCode: 1,
  Name: 'Name',
  Description: 'The mail did not arrive.',
  Details: '550 5.1.1 no such user',
  Email: bob,
  From: 'ann@acme.dev',
  BouncedAt: '2026-11-22T12:30:00.1234567+02:00',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Content: '...',
  ...extra,
});
const change = (SuppressSending: boolean, SuppressionReason: string | null, Origin = 'Recipient') => ({
  ...common,
  RecordType: 'SubscriptionChange',
  ChangedAt: '2026-11-22T10:30:00Z',
  Recipient: bob,
  Origin,
  SuppressSending,
  SuppressionReason,
});
const seen = {
  ...common,
  Recipient: bob,
  ReceivedAt: '2026-11-22T10:30:00.0000001Z',
  UserAgent: 'Mozilla/5.0',
  Client: { Name: 'Mail', Company: 'Acme' },
  OS: { Name: 'unknown' },
  Platform: 'Unknown',
};
const reported = { id: '42', messageId: MessageID, recipient: bob, ...at('2026-11-22T10:30:00.123Z') };
const facts = { messageId: MessageID, tags: [{ name: 'welcome' }], metadata: { order: '7' } };

export const postmarkSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_postmark_webhooks.py', '2026-07-30', [
    [
      'hard bounce',
      bounce('HardBounce'),
      {
        ...reported,
        type: 'bounced',
        bounce: {
          class: 'hard',
          diagnostic: '550 5.1.1 no such user',
          smtpCode: '550',
          enhancedCode: '5.1.1',
        },
      },
    ],
    [
      'delivery, with the older name of the server',
      {
        ...common,
        RecordType: 'Delivery',
        ServerId: 7,
        Recipient: bob,
        DeliveredAt: '2026-11-22T06:30:00.2735393-04:00',
        Details: 'ok',
      },
      { type: 'delivered', recipient: bob, ...facts, ...at('2026-11-22T10:30:00.273Z') },
    ],
    [
      'opening without a place',
      { ...seen, RecordType: 'Open', FirstOpen: true, Geo: {} },
      { type: 'opened', client: { userAgent: 'Mozilla/5.0' } },
    ],
    [
      'click',
      {
        ...seen,
        RecordType: 'Click',
        ClickLocation: 'HTML',
        OriginalLink: 'https://acme.dev/a',
        Geo: { IP: '192.0.2.1' },
      },
      {
        type: 'clicked',
        click: { url: 'https://acme.dev/a' },
        client: { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' },
      },
    ],
    [
      'complaint',
      bounce('SpamComplaint', { RecordType: 'SpamComplaint', TypeCode: 512 }),
      { ...reported, type: 'complained' },
    ],
    [
      'unsubscription',
      change(true, 'ManualSuppression'),
      { type: 'unsubscribed', recipient: bob, ...at('2026-11-22T10:30:00Z') },
    ],
    ['new subscription', change(false, null), { type: 'subscribed' }],
    ['suppression after a bounce', change(true, 'HardBounce'), { type: 'suppressed' }],
    ['suppression after a complaint', change(true, 'SpamComplaint'), { type: 'suppressed' }],
    ['suppression by the sender', change(true, 'ManualSuppression', 'Customer'), { type: 'suppressed' }],
    ['reactivation by the sender', change(false, null, 'Customer'), { type: 'subscribed' }],
    [
      'bounce of an unsubscription, without address and time',
      {
        Description: 'Unsubscribed.',
        ID: 5,
        MessageID,
        MessageStream: 'outbound',
        Name: 'Unsubscribe',
        RecordType: 'Bounce',
        ServerID: 7,
        Tag: '',
        Type: 'Unsubscribe',
        TypeCode: 16,
      },
      { type: 'unsubscribed', id: '5' },
    ],
  ]),
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_postmark_inbound.py', '2026-07-30', [
    [
      'a mail that arrived',
      {
        FromFull: { Email: bob, Name: 'Bob', MailboxHash: '' },
        ToFull: [{ Email: 'orders@acme.dev' }],
        OriginalRecipient: 'orders@acme.dev',
        MessageID,
        Subject: 'Hi',
        Date: 'Sun, 22 Nov 2026 03:30:00 -0700',
        Tag: '',
        Headers: [],
        Attachments: [],
      },
      { type: 'inbound', messageId: MessageID, recipient: 'orders@acme.dev', ...at('2026-11-22T10:30:00Z') },
    ],
  ]),
  ...samplesFrom('symfony/postmark-mailer 04129b7, Tests/Webhook/Fixtures', '2024-02-12', [
    [
      'complaint with a code beyond the documented ones',
      bounce('SpamComplaint', { RecordType: 'SpamComplaint', TypeCode: 100_001 }),
      { type: 'complained' },
    ],
    ['suppression after a complaint', change(true, 'SpamComplaint'), { type: 'suppressed', recipient: bob }],
    [
      'opening with a place',
      { ...seen, RecordType: 'Open', Geo: { CountryISOCode: 'CH', City: 'Bern', IP: '192.0.2.1' } },
      { type: 'opened', client: { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' } },
    ],
  ]),
  ...samplesFrom('postmarkapp.com/developer, "Bounce types"', '2026-11-23', [
    ['soft bounce', bounce('SoftBounce', { TypeCode: 4096 }), soft],
    ['temporary failure', bounce('Transient', { TypeCode: 2 }), { type: 'deferred' }],
    ['blocked', bounce('Blocked', { TypeCode: 100_006 }), { type: 'rejected' }],
    ['automatic reply', bounce('AutoResponder', { TypeCode: 32 }), { type: 'autoreplied' }],
    ['a failure of its SMTP', bounce('SMTPApiError', { TypeCode: 100_003 }), { type: 'failed' }],
  ]),
];
