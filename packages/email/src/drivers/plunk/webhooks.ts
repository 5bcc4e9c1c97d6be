import { ResponseFormatError } from '@org/core';
import { textAt } from '@org/core/driver';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  makeEventId,
  ownValue,
  type ReceivedWebhook,
  type SignContext,
  type SignedWebhook,
  toDate,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';
import { withoutUndefined } from './decode.ts';

/**
 * Webhooks are steps of a workflow: docs.useplunk.com, guides, "Webhooks". They have no signature; a header
 * of the step carries the secret. The body does not name the event: the URL does (`?event=email.bounce`), or
 * a body of your own (`type`). Fields that one event alone has say it too.
 */
export const webhookScheme: WebhookScheme = { verify: verifySharedSecret, read, sign };

const eventTypes: ReadonlyMap<string, DeliveryEventType> = new Map([
  ['email.sent', 'sent'],
  ['email.delivery', 'delivered'],
  ['email.open', 'opened'],
  ['email.click', 'clicked'],
  ['email.bounce', 'bounced'],
  ['email.complaint', 'complained'],
  ['email.received', 'inbound'],
  ['contact.subscribed', 'subscribed'],
  ['contact.unsubscribed', 'unsubscribed'],
]);

/** The field with the time of an event. */
const times: readonly (readonly [field: string, event: string])[] = [
  ['bouncedAt', 'email.bounce'],
  ['complainedAt', 'email.complaint'],
  ['clickedAt', 'email.click'],
  ['openedAt', 'email.open'],
  ['deliveredAt', 'email.delivery'],
  ['sentAt', 'email.sent'],
];

async function read({ text, query }: ReceivedWebhook): Promise<readonly DeliveryEvent[]> {
  const json = parse(text);
  const event = ownValue(json, 'event');
  const name = query.get('event') ?? textAt(json, 'type') ?? nameOf(event);
  const timestamp = timeOf(json, event);
  if (timestamp === undefined) throw notDocumented();
  const url = textAt(event, 'link');
  const content = withoutUndefined({
    type: typeOf(name, event),
    provider: 'plunk',
    messageId: textAt(event, 'emailId'),
    recipient: textAt(json, 'contact', 'email'),
    timestamp,
    bounce: bounceOf(event),
    click: url === undefined ? undefined : { url },
    raw: json,
  });
  return [{ ...content, id: await makeEventId(content, name) }];
}

function parse(text: string): object {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null) return json;
  } catch {}
  throw notDocumented();
}

function notDocumented(): ResponseFormatError {
  return new ResponseFormatError({
    message:
      'The webhook is not in the documented form. Leave the body of the webhook step empty, so that Plunk ' +
      'sends its own.',
    provider: 'plunk',
  });
}

function timeOf(json: object, event: unknown): Date | undefined {
  const texts = times.map(([field]) => textAt(event, field));
  const text = texts.find((each) => each !== undefined) ?? textAt(json, 'execution', 'startedAt');
  return toDate(text);
}

function nameOf(event: unknown): string {
  if (textAt(event, 'bounceType') !== undefined) return 'email.bounce';
  const [, name] = times.find(([field]) => textAt(event, field) !== undefined) ?? [];
  // Only an unsubscription by the system has a reason.
  return name ?? (textAt(event, 'reason') === undefined ? '' : 'contact.unsubscribed');
}

/** After a transient bounce, the sending server tries again. */
function typeOf(name: string, event: unknown): DeliveryEventType {
  const type = eventTypes.get(name) ?? 'unknown';
  return type === 'bounced' && textAt(event, 'bounceType') === 'Transient' ? 'deferred' : type;
}

function bounceOf(event: unknown): Bounce | undefined {
  const bounceType = textAt(event, 'bounceType');
  if (bounceType === 'Permanent') return { class: 'hard' };
  return bounceType === undefined
    ? undefined
    : { class: bounceType === 'Transient' ? 'soft' : 'undetermined' };
}

/** The header that docs/email-plunk.md asks for. */
async function sign(_body: string, { secret }: SignContext): Promise<SignedWebhook> {
  return { headers: { authorization: `Bearer ${secret}` } };
}
