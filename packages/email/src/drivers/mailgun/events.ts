import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  readJson,
  smtpReplyIn,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

const wireEvent = z.object({
  event: z.string(),
  timestamp: z.nullish(z.number()),
  id: z.optionalText(),
  recipient: z.optionalText(),
  severity: z.optionalText(),
  reason: z.optionalText(),
  url: z.optionalText(),
  ip: z.optionalText(),
  tags: z.optional(z.nullable(z.array(z.string()))),
  'user-variables': z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  'client-info': z.optional(z.nullable(z.object({ 'user-agent': z.optionalText() }))),
  'delivery-status': z.optional(
    z.nullable(
      z.object({
        code: z.optional(z.nullable(z.number())),
        'enhanced-code': z.optionalText(),
        message: z.optionalText(),
        description: z.optionalText(),
      }),
    ),
  ),
  message: z.optional(
    z.nullable(z.object({ headers: z.optional(z.nullable(z.object({ 'message-id': z.optionalText() }))) })),
  ),
  reject: z.optional(z.nullable(z.object({ reason: z.optionalText() }))),
});

type WireEvent = z.infer<typeof wireEvent>;

/**
 * An event of the Events API or of a webhook; `undefined` for another form.
 *
 * @param at - the time of an event that has none
 */
export function readEvent(raw: unknown, at = new Date(0)): DeliveryEvent | undefined {
  const wire = readJson(wireEvent, raw);
  if (wire === undefined) return undefined;
  const { recipient, tags, ip, url } = wire;
  const type = typeOf(wire);
  // The response to a send has this id in angle brackets.
  const messageId = wire.message?.headers?.['message-id']?.replace(/^<|>$/g, '');
  const metadata = Object.entries(wire['user-variables'] ?? {}).map(([name, value]) => [name, toText(value)]);
  const userAgent = wire['client-info']?.['user-agent'];
  const client = { ...(ip ? { ip } : {}), ...(userAgent ? { userAgent } : {}) };
  const bounce = bounceOf(wire, type);
  return {
    type,
    id: wire.id ?? [messageId, recipient, wire.event, wire.timestamp].join(' '),
    provider: 'mailgun',
    timestamp: typeof wire.timestamp === 'number' ? new Date(Math.round(wire.timestamp * 1_000)) : at,
    ...(messageId ? { messageId } : {}),
    ...(recipient ? { recipient } : {}),
    ...(bounce === undefined ? {} : { bounce }),
    ...(url ? { click: { url } } : {}),
    ...(Object.keys(client).length === 0 ? {} : { client }),
    ...(tags && tags.length > 0 ? { tags: tags.map((name) => ({ name })) } : {}),
    ...(metadata.length === 0 ? {} : { metadata: Object.fromEntries(metadata) }),
    raw,
  };
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

function typeOf({ event, severity, reason }: WireEvent): DeliveryEventType {
  if (event !== 'failed') return types.get(event) ?? 'unknown';
  if (reason?.startsWith('suppress-')) return 'suppressed';
  return severity === 'temporary' ? 'deferred' : 'bounced';
}

function bounceOf(wire: WireEvent, type: DeliveryEventType): Bounce | undefined {
  if (type === 'rejected') return { class: 'undetermined', ...diagnosticOf(wire.reject?.reason) };
  if (!['bounced', 'deferred', 'suppressed'].includes(type)) return undefined;
  const status = wire['delivery-status'];
  const { smtpCode, ...words } = smtpReplyIn(status?.message || status?.description || '');
  const code = status?.code ?? 0;
  // Codes above 600 are Mailgun's own.
  const replyCode = code >= 200 && code < 600 ? String(code) : smtpCode;
  const enhancedCode = status?.['enhanced-code'] || words.enhancedCode;
  return {
    class: classOf(wire, type),
    ...(type === 'suppressed' && wire.reason === 'suppress-unsubscribe' ? { category: 'unsubscribed' } : {}),
    ...words,
    ...(replyCode === undefined ? {} : { smtpCode: replyCode }),
    ...(enhancedCode ? { enhancedCode } : {}),
  };
}

/** A suppression after a bounce is of a bad address; one by the recipient is not. */
function classOf({ severity, reason }: WireEvent, type: DeliveryEventType): Bounce['class'] {
  if (type === 'deferred') return 'soft';
  const isHard = type === 'suppressed' ? reason === 'suppress-bounce' : severity === 'permanent';
  return isHard ? 'hard' : 'undetermined';
}

function diagnosticOf(words: string | null | undefined): Pick<Bounce, 'diagnostic'> {
  return words ? { diagnostic: words } : {};
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
