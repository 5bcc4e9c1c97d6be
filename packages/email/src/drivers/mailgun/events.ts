import { isRecord, textAt } from '@org/core/driver';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  eventOf,
  ownValue,
  smtpReplyIn,
} from '../../driver.ts';

/**
 * An event of the Events API or of a webhook; `undefined` for another form.
 *
 * @param at - the time of an event that has none
 */
export function readEvent(wire: unknown, at = new Date(0)): DeliveryEvent | undefined {
  const [name, recipient] = ['event', 'recipient'].map((field) => textAt(wire, field));
  if (name === undefined) return undefined;
  const seconds = ownValue(wire, 'timestamp');
  const type = typeOf(name, wire);
  // The response to a send has this id in angle brackets.
  const messageId = textAt(wire, 'message', 'headers', 'message-id')?.replace(/^<|>$/g, '');
  const given = ownValue(wire, 'user-variables');
  const variables = Object.entries(isRecord(given) ? given : {});
  return eventOf(textAt(wire, 'id') ?? [messageId, recipient, name, seconds].join(' '), {
    provider: 'mailgun',
    type,
    messageId: messageId || undefined,
    recipient: recipient || undefined,
    timestamp: typeof seconds === 'number' ? new Date(Math.round(seconds * 1_000)) : at,
    bounce: bounceOf(wire, type),
    url: textAt(wire, 'url'),
    ip: textAt(wire, 'ip'),
    userAgent: textAt(wire, 'client-info', 'user-agent'),
    tags: ownValue(wire, 'tags'),
    metadata: Object.fromEntries(variables.map(([variable, value]) => [variable, toText(value)])),
    raw: wire,
  });
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const types: ReadonlyMap<string, DeliveryEventType> = new Map([
  ['accepted', 'queued'],
  ['delivered', 'delivered'],
  ['rejected', 'rejected'],
  ['complained', 'complained'],
  ['opened', 'opened'],
  ['clicked', 'clicked'],
  ['unsubscribed', 'unsubscribed'],
  ['stored', 'inbound'],
]);

function typeOf(name: string, wire: unknown): DeliveryEventType {
  if (name !== 'failed') return types.get(name) ?? 'unknown';
  if (textAt(wire, 'reason')?.startsWith('suppress-')) return 'suppressed';
  return textAt(wire, 'severity') === 'temporary' ? 'deferred' : 'bounced';
}

function bounceOf(wire: unknown, type: DeliveryEventType): Bounce | undefined {
  const reason = textAt(wire, 'reject', 'reason');
  if (type === 'rejected') return { class: 'undetermined', diagnostic: reason || undefined };
  if (!['bounced', 'deferred', 'suppressed'].includes(type)) return undefined;
  const status = ownValue(wire, 'delivery-status');
  const words = smtpReplyIn(textAt(status, 'message') || textAt(status, 'description') || '');
  const code = Number(ownValue(status, 'code') ?? 0);
  const isUnsubscribed = type === 'suppressed' && textAt(wire, 'reason') === 'suppress-unsubscribe';
  return {
    class: classOf(wire, type),
    category: isUnsubscribed ? 'unsubscribed' : undefined,
    ...words,
    // Codes above 600 are Mailgun's own.
    smtpCode: code >= 200 && code < 600 ? String(code) : words.smtpCode,
    enhancedCode: textAt(status, 'enhanced-code') || words.enhancedCode,
  };
}

/** A suppression after a bounce is of a bad address; one by the recipient is not. */
function classOf(wire: unknown, type: DeliveryEventType): Bounce['class'] {
  if (type === 'deferred') return 'soft';
  const isHard =
    type === 'suppressed'
      ? textAt(wire, 'reason') === 'suppress-bounce'
      : textAt(wire, 'severity') === 'permanent';
  return isHard ? 'hard' : 'undetermined';
}

/** The events of Mailgun in which an event of ours may be: a filter of the Events API. */
export const eventFilters: ReadonlyMap<DeliveryEventType, Readonly<Record<string, string>>> = new Map<
  DeliveryEventType,
  Readonly<Record<string, string>>
>([
  ...[...types].map(([event, type]) => [type, { event }] as const),
  ['bounced', { event: 'failed', severity: 'permanent' }],
  ['suppressed', { event: 'failed' }],
  ['deferred', { event: 'failed', severity: 'temporary' }],
]);
