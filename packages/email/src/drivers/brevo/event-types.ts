import type { Bounce, DeliveryEventType } from '../../driver.ts';

/** Names in webhooks (`hard_bounce`) and in statistics (`hardBounces`). */
const types = new Map<string, DeliveryEventType>([
  ['request', 'queued'],
  ['requests', 'queued'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['deferred', 'deferred'],
  ['soft_bounce', 'bounced'],
  ['softBounces', 'bounced'],
  ['hard_bounce', 'bounced'],
  ['hardBounces', 'bounced'],
  ['bounces', 'bounced'],
  ['blocked', 'rejected'],
  ['invalid_email', 'rejected'],
  ['invalid', 'rejected'],
  ['error', 'failed'],
  ['spam', 'complained'],
  ['complaint', 'complained'],
  ['opened', 'opened'],
  ['unique_opened', 'opened'],
  ['proxy_open', 'opened'],
  ['unique_proxy_open', 'opened'],
  ['loadedByProxy', 'opened'],
  ['click', 'clicked'],
  ['clicks', 'clicked'],
  ['unsubscribe', 'unsubscribed'],
  ['unsubscribed', 'unsubscribed'],
  ['list_addition', 'subscribed'],
  ['inboundEmailProcessed', 'inbound'],
]);

/** Brevo blocks a mail to a contact on its own list: `blocked : due to blacklist user`. */
const listed = /\bdue to (?:blacklist|unsubscribed|hardbounced?|spam)/i;

export function typeOf(name: string, reason = ''): DeliveryEventType {
  return name === 'blocked' && listed.test(reason) ? 'suppressed' : (types.get(name) ?? 'unknown');
}

/** A proxy of the mail program fetched the images. */
export const isMachine = (name: string): boolean => /proxy/i.test(name);

export function bounceOf(name: string, diagnostic: string | undefined): Bounce | undefined {
  if (/^(?:hard_bounce|hardBounces|bounces)$/.test(name)) return { class: 'hard', diagnostic };
  if (/^soft_?bounces?$/i.test(name)) return { class: 'soft', diagnostic };
  if (/^invalid(?:_email)?$/.test(name)) return { class: 'hard', category: 'invalid-address', diagnostic };
  if (name === 'blocked') return { class: 'undetermined', category: 'blocked', diagnostic };
  if (name === 'error' && diagnostic) return { class: 'undetermined', diagnostic };
  if (name === 'deferred' && diagnostic) return { class: 'soft', diagnostic };
  return undefined;
}

/** Names for a new webhook. `opened` alone: with `uniqueOpened`, the first opening would be two events. */
const subscribed = new Map<DeliveryEventType, readonly string[]>([
  ['queued', ['request']],
  ['sent', ['sent']],
  ['delivered', ['delivered']],
  ['deferred', ['deferred']],
  ['bounced', ['hardBounce', 'softBounce']],
  ['rejected', ['blocked', 'invalid']],
  ['suppressed', ['blocked']],
  ['complained', ['spam']],
  ['opened', ['opened']],
  ['clicked', ['click']],
  ['unsubscribed', ['unsubscribed']],
]);

export const subscriptionsOf = (type: DeliveryEventType): readonly string[] | undefined =>
  subscribed.get(type);

export function typesOfSubscriptions(names: readonly string[]): DeliveryEventType[] {
  return [...subscribed].filter(([, own]) => own.some((name) => names.includes(name))).map(([type]) => type);
}

/** The statistics' filter, where one name has all events of the type. */
export const statisticsNames = new Map<DeliveryEventType, string>([
  ['queued', 'requests'],
  ['delivered', 'delivered'],
  ['failed', 'error'],
  ['complained', 'spam'],
  ['clicked', 'clicks'],
  ['unsubscribed', 'unsubscribed'],
]);
