import { at, bob, hard, samplesFrom } from './sample.ts';

const event = (name: string, more: object = {}) => ({
  event: name,
  timestamp: 1_795_343_400, // 2026-11-22T10:30:00Z
  sending_stream: 'transactional',
  message_id: 'mt-1',
  email: bob,
  event_id: `event-${name}`,
  ...more,
});
const one = (name: string, more?: object) => ({ events: [event(name, more)] });
const common = { messageId: 'mt-1', recipient: bob, ...at('2026-11-22T10:30:00Z') };

export const mailtrapSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_mailtrap_webhooks.py', '2026-07-30', [
    [
      'delivered, with category and variables',
      one('delivery', { category: 'welcome', custom_variables: { order: '7', ok: true } }),
      {
        type: 'delivered',
        id: 'event-delivery',
        ...common,
        tags: [{ name: 'welcome' }],
        metadata: { order: '7' },
      },
    ],
    [
      'clicked',
      one('click', { url: 'https://acme.dev/a', ip: '192.0.2.1', user_agent: 'Mozilla/5.0' }),
      {
        type: 'clicked',
        ...common,
        click: { url: 'https://acme.dev/a' },
        client: { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' },
      },
    ],
    [
      'a soft bounce, which is tried again',
      one('soft bounce', { response: '450 4.2.0 later', response_code: 450 }),
      { type: 'deferred', ...common, bounce: { class: 'soft', smtpCode: '450', enhancedCode: '4.2.0' } },
    ],
    ['a bounce', one('bounce', { response: '550 5.1.1 no such user' }), { ...hard, ...common }],
    ['a complaint', one('spam'), { type: 'complained', ...common }],
    ['unsubscribed', one('unsubscribe'), { type: 'unsubscribed', ...common }],
    [
      'rejected',
      one('reject', { reason: 'blocked' }),
      { type: 'rejected', ...common, bounce: { class: 'undetermined', diagnostic: 'blocked' } },
    ],
  ]),
  ...samplesFrom('mailtrap/mailtrap-docs 85e55ff, documentation/email-api-smtp/webhooks.md', '2026-06-10', [
    ['suspended', one('suspension'), { type: 'failed', ...common }],
    ['two events', { events: [event('delivery'), event('open')] }, { type: 'delivered' }, { type: 'opened' }],
    [
      'a line for each event',
      `${JSON.stringify(event('delivery'))}\n${JSON.stringify(event('open'))}\n`,
      { type: 'delivered', ...common },
      { type: 'opened', ...common },
    ],
  ]),
];
