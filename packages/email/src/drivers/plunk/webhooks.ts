import { textAt } from '@org/core/driver';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  namedEvent,
  ownValue,
  readWebhookBody,
  readWebhookItems,
  toDate,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';

/**
 * Webhooks are steps of a workflow: docs.useplunk.com, guides, "Webhooks". They have no signature; a header
 * of the step carries the secret. The body does not name the event: the URL does (`?event=email.bounce`), or
 * a body of your own (`type`). Fields that one event alone has say it too.
 */
export const webhookScheme: WebhookScheme = {
  verify: verifySharedSecret,
  read: ({ text, query }) =>
    readWebhookItems(readWebhookBody(text), {
      provider: 'plunk',
      read: (item) => readEvent(item, query.get('event') ?? undefined),
    }),
  // The header that packages/email/docs/plunk.md asks for.
  sign: async (_body, { secret }) => ({ headers: { authorization: `Bearer ${secret}` } }),
};

/** The events, and the field with the time of those that have one. */
const events: readonly (readonly [name: string, type: DeliveryEventType, time?: string])[] = [
  ['email.bounce', 'bounced', 'bouncedAt'],
  ['email.complaint', 'complained', 'complainedAt'],
  ['email.click', 'clicked', 'clickedAt'],
  ['email.open', 'opened', 'openedAt'],
  ['email.delivery', 'delivered', 'deliveredAt'],
  ['email.sent', 'sent', 'sentAt'],
  ['email.received', 'inbound'],
  ['contact.subscribed', 'subscribed'],
  ['contact.unsubscribed', 'unsubscribed'],
];

async function readEvent(json: unknown, given: string | undefined): Promise<DeliveryEvent> {
  const event = ownValue(json, 'event');
  const [timed, , field = ''] = events.find(([, , time = '']) => textAt(event, time) !== undefined) ?? [];
  const name = given ?? textAt(json, 'type') ?? nameOf(event, timed);
  return namedEvent(name, {
    type: events.find(([each]) => each === name)?.[1] ?? 'unknown',
    provider: 'plunk',
    messageId: textAt(event, 'emailId'),
    recipient: textAt(json, 'contact', 'email'),
    timestamp: toDate(textAt(event, field) ?? textAt(json, 'execution', 'startedAt')) ?? new Date(0),
    bounce: bounceOf(event),
    url: textAt(event, 'link'),
    raw: json,
  });
}

/** @param timed - the event whose time is there */
function nameOf(event: unknown, timed: string | undefined): string {
  if (textAt(event, 'bounceType') !== undefined) return 'email.bounce';
  // Only an unsubscription by the system has a reason.
  return timed ?? (textAt(event, 'reason') === undefined ? '' : 'contact.unsubscribed');
}

const bounceClasses: ReadonlyMap<string, Bounce['class']> = new Map([
  ['Permanent', 'hard'],
  ['Transient', 'soft'],
]);

/** A transient bounce is final: the server behind Plunk, SES, has tried again before it. */
function bounceOf(event: unknown): Bounce | undefined {
  const bounceType = textAt(event, 'bounceType');
  return bounceType === undefined ? undefined : { class: bounceClasses.get(bounceType) ?? 'undetermined' };
}
