import { at, bob, hard, samplesFrom, soft } from './sample.ts';

const base = {
  time: 1_795_343_400,
  MessageID: 1_234_567,
  Message_GUID: 'guid-1',
  email: bob,
  mj_campaign_id: 0,
  mj_contact_id: 9,
  customcampaign: '',
  CustomID: 'order-7',
  Payload: '',
};
const event = (name: string, extra: object = {}) => ({ ...base, event: name, ...extra });
const browser = { ip: '192.0.2.1', geo: 'CH', agent: 'Mozilla/5.0' };
const client = { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' };
const failure = (related: string, error: string, extra: object = {}) => ({
  error_related_to: related,
  error,
  ...extra,
});
const returned = (isHard: boolean, related: string, error: string, comment?: string) =>
  event('bounce', { blocked: false, hard_bounce: isHard, ...failure(related, error), comment });

export const mailjetSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_mailjet_webhooks.py', '2026-07-30', [
    [
      'sent, in a group of one',
      [event('sent', { customcampaign: 'spring', Payload: '{"a": "b"}', smtp_reply: 'sent (250 OK)' })],
      {
        type: 'delivered',
        messageId: '1234567',
        recipient: bob,
        tags: [{ name: 'spring' }],
        metadata: { a: 'b' },
        ...at('2026-11-22T10:30:00Z'),
      },
    ],
    ['sent, without a group', event('sent', { mj_message_id: '1234567' }), { type: 'delivered' }],
    ['opened', [event('open', browser)], { type: 'opened', client }],
    [
      'an opening with an address',
      [event('open', { ...browser, url: 'https://acme.dev' })],
      { type: 'opened' },
    ],
    ['hard bounce', [returned(true, 'domain', 'invalid domain')], hard],
    [
      'grey listing, which is tried again',
      [event('bounce', { blocked: true, hard_bounce: false, ...failure('domain', 'greylisted') })],
      { type: 'deferred', bounce: { class: 'soft', category: 'other', diagnostic: 'greylisted' } },
    ],
    ['a blocked domain', [event('blocked', failure('domain', 'typofix'))], { type: 'rejected' }],
    ['complaint', [event('spam', { source: 'greylisted' })], { type: 'complained' }],
    ['unsubscription', [event('unsub', { mj_list_id: 0, ...browser, geo: '' })], { type: 'unsubscribed' }],
  ]),
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_mailjet_inbound.py', '2026-07-30', [
    [
      'a mail that arrived',
      {
        Sender: bob,
        Recipient: 'orders@acme.dev',
        Date: '20261122T103000',
        From: `Bob <${bob}>`,
        Subject: 'Hi',
        Headers: {
          Date: 'Sun, 22 Nov 2026 03:30:00 -0700',
          'Message-ID': '<in-1@mail.example.com>',
          Received: ['a', 'b'],
          'MIME-Version': ['1.0'],
        },
        Parts: [],
        SpamAssassinScore: '1.7',
      },
      {
        type: 'inbound',
        messageId: 'in-1@mail.example.com',
        recipient: 'orders@acme.dev',
        ...at('2026-11-22T10:30:00Z'),
      },
    ],
  ]),
  ...samplesFrom('symfony/mailjet-mailer 2597540, Tests/Webhook/Fixtures', '2024-01-23', [
    ['blocked by its own list', event('blocked', failure('mailjet', 'preblocked')), { type: 'suppressed' }],
    [
      'soft bounce with the reply in place of the error',
      returned(false, 'policy issue', '', '421 4.7.0 deferred by example.com'),
      {
        ...soft,
        bounce: {
          class: 'soft',
          diagnostic: '421 4.7.0 deferred by example.com',
          smtpCode: '421',
          enhancedCode: '4.7.0',
        },
      },
    ],
    [
      'click',
      event('click', { ...browser, url: 'https://acme.dev/a' }),
      { type: 'clicked', click: { url: 'https://acme.dev/a' } },
    ],
  ]),
  ...samplesFrom('mailjet/api-documentation 3a446e6, guides/_event-api.md', '2023-09-13', [
    [
      'a group of two events',
      [event('sent'), event('open', browser)],
      { type: 'delivered', recipient: bob },
      { type: 'opened', recipient: bob },
    ],
    ['quota exceeded', returned(false, 'recipient', 'quota exceeded'), soft],
    [
      'blocked: a listed recipient',
      event('blocked', failure('recipient', 'blacklisted')),
      { type: 'suppressed' },
    ],
    [
      'blocked: who complained before',
      event('blocked', failure('recipient', 'spam reporter')),
      { type: 'suppressed' },
    ],
    [
      'blocked: an unknown user',
      event('blocked', failure('recipient', 'user unknown')),
      { type: 'rejected' },
    ],
  ]),
];
