import { at, bob, hard, samplesFrom, soft } from './sample.ts';

const webhook = (event: object) => ({
  contact: { email: bob, subscribed: true, data: {} },
  workflow: { id: 'w-1', name: 'Mail events' },
  execution: { id: 'x-1', startedAt: '2026-11-22T10:31:00.000Z' },
  event: {
    subject: 'Hi',
    from: 'ann@acme.dev',
    fromName: 'Ann',
    messageId: '0100-1',
    emailId: 'em-1',
    templateId: null,
    campaignId: null,
    sourceType: 'TRANSACTIONAL',
    ...event,
  },
});
const time = '2026-11-22T10:30:00.000Z';
const common = { messageId: 'em-1', recipient: bob, ...at(time) };

export const plunkSamples = samplesFrom(
  'useplunk/plunk 0581d4e, apps/api: WorkflowExecutionService.ts, Webhooks.ts',
  '2026-11-23',
  [
    ['sent', webhook({ sentAt: time }), { type: 'sent', ...common }],
    ['delivery', webhook({ deliveredAt: time }), { type: 'delivered', ...common }],
    [
      'first opening',
      webhook({ openedAt: time, opens: 1, isFirstOpen: true }),
      { type: 'opened', ...common },
    ],
    ['a further opening', webhook({ openedAt: time, opens: 2, isFirstOpen: false }), { type: 'opened' }],
    [
      'click',
      webhook({ link: 'https://acme.dev/a', clickedAt: time, clicks: 3 }),
      { type: 'clicked', click: { url: 'https://acme.dev/a' } },
    ],
    ['permanent bounce', webhook({ bounceType: 'Permanent', bouncedAt: time }), { ...hard, ...common }],
    [
      'transient bounce, without a time',
      webhook({ bounceType: 'Transient', transientBounce: true }),
      { ...soft, ...at('2026-11-22T10:31:00Z') },
    ],
    ['complaint', webhook({ complainedAt: time }), { type: 'complained', ...common }],
  ],
);
