import { textAt } from '@org/core/driver';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  eventOf,
  listIn,
  metadataIn,
  ownValue,
  type RejectReason,
  readAddress,
  smtpReplyIn,
  toDate,
} from '../../driver.ts';

/** resend/resend-openapi, `webhooks`. Others have no counterpart: `contact.updated` is any change. */
export const eventTypes: ReadonlyMap<string, DeliveryEventType> = new Map([
  ['email.scheduled', 'queued'],
  ['email.sent', 'sent'],
  ['email.delivered', 'delivered'],
  ['email.delivery_delayed', 'deferred'],
  ['email.bounced', 'bounced'],
  ['email.failed', 'failed'],
  ['email.suppressed', 'suppressed'],
  ['email.complained', 'complained'],
  ['email.opened', 'opened'],
  ['email.clicked', 'clicked'],
  ['email.received', 'inbound'],
]);

/** One webhook is one event; its id is that of the delivery, the same when Resend repeats it. */
export function readEvent(json: unknown, id: string): DeliveryEvent {
  const data = ownValue(json, 'data');
  const to = ownValue(data, 'to');
  const given = ownValue(data, 'tags');
  const refusal = ownValue(data, 'bounce');
  const recipient = recipientOf(to, data);
  const bounce = refusal === undefined ? unsentOf(data) : bounceOf(refusal);
  const type = eventTypes.get(textAt(json, 'type') ?? '') ?? 'unknown';
  const messageId = textAt(data, 'email_id');
  const url = textAt(data, 'click', 'link');
  const ip = textAt(data, 'click', 'ipAddress');
  const userAgent = textAt(data, 'click', 'userAgent');
  const timestamp = toDate(textAt(json, 'created_at')) ?? new Date(0);
  const metadata = metadataIn(given);
  const mail = { provider: 'resend', type, messageId, recipient, timestamp };
  const event = eventOf(id, { ...mail, bounce, url, ip, userAgent, metadata, raw: json });
  // Tags have values, as metadata have.
  return metadata === undefined
    ? event
    : { ...event, tags: Object.entries(metadata).map(([name, value]) => ({ name, value })) };
}

/** With several recipients, the event does not say whose it is. */
function recipientOf(to: unknown, data: unknown): string | undefined {
  const texts: readonly unknown[] = Array.isArray(to) ? to : [];
  const text = texts.length === 1 ? texts[0] : textAt(data, 'email');
  const reading = typeof text === 'string' ? readAddress(text) : undefined;
  return reading !== undefined && 'value' in reading ? reading.value.address : undefined;
}

const bounceClasses: ReadonlyMap<string, Bounce['class']> = new Map([
  ['Permanent', 'hard'],
  ['Transient', 'soft'],
]);

const categories: ReadonlyMap<string, RejectReason> = new Map<string, RejectReason>([
  ['NoEmail', 'unknown-user'],
  ['MailboxFull', 'mailbox-full'],
  ['MessageTooLarge', 'policy'],
  ['ContentRejected', 'spam-content'],
  ['AttachmentRejected', 'policy'],
  ['General', 'other'],
]);

function bounceOf(bounce: unknown): Bounce {
  const category = categories.get(textAt(bounce, 'subType') ?? '');
  const [reply] = listIn(bounce, 'diagnosticCode');
  const words = typeof reply === 'string' ? reply : textAt(bounce, 'message');
  return {
    class: bounceClasses.get(textAt(bounce, 'type') ?? '') ?? 'undetermined',
    ...(category === undefined ? {} : { category }),
    ...smtpReplyIn(words ?? ''),
  };
}

/** Why Resend itself did not send. */
function unsentOf(data: unknown): Bounce | undefined {
  const suppressed = textAt(data, 'suppressed', 'message');
  if (suppressed !== undefined) return { class: 'undetermined', category: 'blocked', diagnostic: suppressed };
  const failed = textAt(data, 'failed', 'reason');
  return failed === undefined ? undefined : { class: 'undetermined', diagnostic: failed };
}
