import { at, bob, hard, samplesFrom, soft } from './sample.ts';

const event = (type: string, more: object = {}, group = 'message_event') => [
  {
    msys: {
      [group]: {
        type,
        event_id: `event-${type}`,
        transmission_id: '65832150921904138',
        rcpt_to: bob,
        raw_rcpt_to: bob,
        timestamp: '1795343400', // 2026-11-22T10:30:00Z
        ...more,
      },
    },
  },
];
const common = { messageId: '65832150921904138', recipient: bob, ...at('2026-11-22T10:30:00Z') };
const track = (type: string, more?: object) => event(type, more, 'track_event');

export const sparkpostSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_sparkpost_webhooks.py', '2026-07-30', [
    [
      'injected, with tags and metadata',
      event('injection', { rcpt_tags: ['a'], rcpt_meta: { order: '7', n: 1 } }),
      {
        type: 'queued',
        id: 'event-injection',
        ...common,
        tags: [{ name: 'a' }],
        metadata: { order: '7' },
      },
    ],
    ['delivered', event('delivery'), { type: 'delivered', ...common }],
    [
      'delayed',
      event('delay', { bounce_class: '21', raw_reason: '454 4.4.4 no MX' }),
      { type: 'deferred', ...common, bounce: { class: 'soft', smtpCode: '454', enhancedCode: '4.4.4' } },
    ],
    [
      'a hard bounce',
      event('bounce', { bounce_class: '10', raw_reason: '550 5.1.1 no such user' }),
      { ...hard, ...common, bounce: { class: 'hard', category: 'unknown-user', smtpCode: '550' } },
    ],
    ['a soft bounce', event('bounce', { bounce_class: '22' }), { ...soft, ...common }],
    ['an answer of a person', event('bounce', { bounce_class: '60' }), { type: 'autoreplied', ...common }],
    ['a late bounce', event('out_of_band', { bounce_class: '30' }), { ...hard, ...common }],
    ['a complaint', event('spam_complaint'), { type: 'complained', ...common }],
    [
      'a suppressed address',
      event('generation_rejection', { raw_reason: '554 5.7.1 suppressed' }, 'gen_event'),
      { type: 'rejected', ...common, bounce: { class: 'undetermined', smtpCode: '554' } },
    ],
    ['a failed template', event('generation_failure', {}, 'gen_event'), { type: 'failed', ...common }],
    ['opened', track('open', { user_agent: 'Mozilla/5.0' }), { type: 'opened', ...common }],
    [
      'clicked',
      track('click', { target_link_url: 'https://acme.dev/a' }),
      { type: 'clicked', ...common, click: { url: 'https://acme.dev/a' } },
    ],
    ['unsubscribed', event('list_unsubscribe', {}, 'unsubscribe_event'), { type: 'unsubscribed', ...common }],
  ]),
  ...samplesFrom('SparkPost/developers.sparkpost.com 88f24dc, content/api', '2026-06-23', [
    [
      'a time in ISO 8601',
      event('policy_rejection', { timestamp: '2026-11-22T10:30:00.000Z' }),
      { type: 'rejected', ...common },
    ],
    ['opened at its top', track('initial_open'), { type: 'opened', ...common }],
    ['opened in AMP', track('amp_open'), { type: 'opened', ...common }],
    ['opened in AMP, at its top', track('amp_initial_open'), { type: 'opened', ...common }],
    [
      'clicked in AMP',
      track('amp_click', { target_link_url: 'https://acme.dev/a' }),
      { type: 'clicked', ...common, click: { url: 'https://acme.dev/a' } },
    ],
  ]),
];
