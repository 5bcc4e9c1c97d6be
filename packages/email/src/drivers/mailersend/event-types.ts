import type { DeliveryEventType } from '../../driver.ts';

const types = new Map<string, DeliveryEventType>([
  ['queued', 'queued'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['deferred', 'deferred'],
  ['soft_bounced', 'bounced'],
  ['hard_bounced', 'bounced'],
  ['opened', 'opened'],
  ['opened_unique', 'opened'],
  ['clicked', 'clicked'],
  ['clicked_unique', 'clicked'],
  ['unsubscribed', 'unsubscribed'],
  ['spam_complaint', 'complained'],
  ['suppressed', 'suppressed'],
  ['inbound.message', 'inbound'],
]);

/** Of a name with or without `activity.`. */
export const typeOf = (name: string): DeliveryEventType =>
  types.get(name.replace(/^activity\./, '')) ?? 'unknown';

/** Names for a new webhook. Those with `_unique` would be second events of the first opening and click. */
export const subscriptions: ReadonlyMap<DeliveryEventType, readonly string[]> = new Map([
  ['sent', ['activity.sent']],
  ['delivered', ['activity.delivered']],
  ['deferred', ['activity.deferred']],
  ['bounced', ['activity.hard_bounced', 'activity.soft_bounced']],
  ['opened', ['activity.opened']],
  ['clicked', ['activity.clicked']],
  ['unsubscribed', ['activity.unsubscribed']],
  ['complained', ['activity.spam_complaint']],
]);
