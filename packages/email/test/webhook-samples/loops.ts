import { at, bob, hard, samplesFrom, soft } from './sample.ts';

const event = (eventName: string, more: object = {}) => ({
  eventName,
  eventTime: 1_734_425_918, // 2024-12-17T08:58:38Z
  webhookSchemaVersion: '1.0.0',
  contactIdentity: { id: 'c1', email: bob, userId: null },
  ...more,
});
const email = { email: { id: 'em1', emailMessageId: 'emm1', subject: 'Hi' } };
const sent = { ...email, sourceType: 'transactional', transactionalId: 't1' };
const common = { recipient: bob, ...at('2024-12-17T08:58:38Z') };

export const loopsSamples = samplesFrom('api-evangelist/loops 9512d48, webhooks of 1.21.6', '2026-11-28', [
  [
    'sent',
    event('transactional.email.sent', { transactionalId: 't1', ...email }),
    { type: 'sent', ...common },
  ],
  ['delivered', event('email.delivered', sent), { type: 'delivered', ...common }],
  ['a soft bounce', event('email.softBounced', sent), { ...soft, ...common }],
  ['a hard bounce', event('email.hardBounced', sent), { ...hard, ...common }],
  ['a complaint', event('email.spamReported', sent), { type: 'complained', ...common }],
  ['opened', event('email.opened', { ...email, sourceType: 'loop' }), { type: 'opened', ...common }],
  ['clicked', event('email.clicked', { ...email, sourceType: 'loop' }), { type: 'clicked', ...common }],
  ['unsubscribed', event('contact.unsubscribed'), { type: 'unsubscribed', ...common }],
  ['subscribed again', event('email.resubscribed', email), { type: 'subscribed', ...common }],
  ['another event', event('contact.created'), { type: 'unknown', ...common }],
  [
    'the test of an address, without an event',
    { eventName: 'testing.testEvent', eventTime: 1, message: 'test', webhookSchemaVersion: '1.0.0' },
  ],
]);
