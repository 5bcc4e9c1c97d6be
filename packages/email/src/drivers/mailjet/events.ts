import { textAt } from '@org/core/driver';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  fromHeaderDate,
  fromSeconds,
  namedEvent,
  ownValue,
  type RejectReason,
  smtpReplyIn,
} from '../../driver.ts';
import { provider } from './wire.ts';

/** dev.mailjet.com, "Event API". Mailjet's `sent` means that the receiving server accepted the mail. */
export const eventTypes: ReadonlyMap<string, DeliveryEventType> = new Map([
  ['sent', 'delivered'],
  ['open', 'opened'],
  ['click', 'clicked'],
  ['bounce', 'bounced'],
  ['blocked', 'rejected'],
  ['spam', 'complained'],
  ['unsub', 'unsubscribed'],
]);

/** The table "Possible values for errors". */
const categories: ReadonlyMap<string, RejectReason> = new Map<string, RejectReason>([
  ['user unknown', 'unknown-user'],
  ['mailbox inactive', 'unknown-user'],
  ['quota exceeded', 'mailbox-full'],
  ['invalid domain', 'invalid-address'],
  ['no mail host', 'invalid-address'],
  ['relay/access denied', 'policy'],
  ['greylisted', 'other'],
  ['sender blocked', 'blocked'],
  ['content blocked', 'spam-content'],
  ['policy issue', 'policy'],
  ['system issue', 'other'],
  ['protocol issue', 'other'],
  ['connection issue', 'timeout'],
  ['preblocked', 'blocked'],
  ['duplicate in campaign', 'other'],
]);

/** Mailjet did not send the mail because of its own list. */
const listErrors: ReadonlySet<string> = new Set(['preblocked', 'blacklisted', 'spam reporter']);

/** A mail that arrived, as dev.mailjet.com, "Parse API" has it: an item without the name of an event. */
async function readInbound(raw: unknown): Promise<DeliveryEvent> {
  const headers = ownValue(raw, 'Headers');
  const header = (name: string) => [ownValue(headers, name)].flat().find((text) => typeof text === 'string');
  return namedEvent('inbound', {
    provider,
    type: 'inbound',
    messageId: header('Message-ID')?.replace(/^<|>$/g, ''),
    recipient: textAt(raw, 'Recipient'),
    timestamp: fromHeaderDate(header('Date')) ?? new Date(0),
    raw,
  });
}

/** @param raw - the event as JSON with exact ids */
export async function readEvent(raw: unknown): Promise<DeliveryEvent> {
  if (textAt(raw, 'event') === undefined && textAt(raw, 'Recipient') !== undefined) return readInbound(raw);
  const text = (name: string) => textAt(raw, name) || undefined;
  const [name = '', url] = [text('event'), text('url')];
  return namedEvent(`${name} ${url ?? ''}`, {
    provider,
    type: typeOf(name, raw),
    messageId: messageIdOf(raw),
    recipient: text('email'),
    timestamp: fromSeconds(ownValue(raw, 'time')),
    bounce: ['bounce', 'blocked'].includes(name) ? bounceOf(raw) : undefined,
    url,
    ip: text('ip'),
    userAgent: text('agent'),
    tags: text('customcampaign'),
    metadata: metadataIn(text('Payload')),
    raw,
  });
}

function typeOf(name: string, raw: unknown): DeliveryEventType {
  const error = textAt(raw, 'error') ?? '';
  // Of all errors, Mailjet's table says of this one alone that the delivery is tried again.
  if (name === 'bounce' && error === 'greylisted' && ownValue(raw, 'hard_bounce') !== true) return 'deferred';
  if (name === 'blocked' && listErrors.has(error)) return 'suppressed';
  return eventTypes.get(name) ?? 'unknown';
}

/** Events of a group may have the older text instead of the number. */
function messageIdOf(raw: unknown): string | undefined {
  const id = ownValue(raw, 'MessageID') ?? ownValue(raw, 'mj_message_id');
  return typeof id === 'number' || typeof id === 'string' ? `${id}` : textAt(raw, 'Message_GUID');
}

function bounceOf(raw: unknown): Bounce {
  const error = textAt(raw, 'error') ?? '';
  const category = categories.get(error);
  const hard = ownValue(raw, 'hard_bounce');
  const isKnown = typeof hard === 'boolean';
  return {
    class: isKnown ? (hard ? 'hard' : 'soft') : 'undetermined',
    ...(category === undefined ? {} : { category }),
    ...smtpReplyIn(textAt(raw, 'comment') || error),
  };
}

/** What `send` put into `EventPayload`; another program's text is not metadata. */
function metadataIn(payload: string | undefined): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(payload ?? '');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value);
    return entries.every(([, item]) => typeof item === 'string') ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}
