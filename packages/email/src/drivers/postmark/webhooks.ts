import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  fromHeaderDate,
  makeEventId,
  readJson,
  readWebhookBody,
  readWebhookItems,
  signWithToken,
  smtpReplyIn,
  toDate,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { typeOfChange } from './suppression-change.ts';

/** Postmark signs nothing (postmarkapp.com/developer, Webhooks, Overview: "Securing your webhook"). */
export const webhookScheme: WebhookScheme = {
  verify: verifySharedSecret,
  read: ({ text }) => readWebhookItems(readWebhookBody(text), { provider: 'postmark', read: readEvent }),
  sign: signWithToken,
};

const wireEvent = z.object({
  RecordType: z.optionalText(),
  // Beyond 2^53 it is a text.
  ID: z.optional(z.union([z.number(), z.string()])),
  Type: z.optionalText(),
  MessageID: z.optionalText(),
  Recipient: z.optionalText(),
  Email: z.optionalText(),
  OriginalRecipient: z.optionalText(),
  DeliveredAt: z.optionalText(),
  BouncedAt: z.optionalText(),
  ReceivedAt: z.optionalText(),
  ChangedAt: z.optionalText(),
  Details: z.optionalText(),
  Description: z.optionalText(),
  OriginalLink: z.optionalText(),
  UserAgent: z.optionalText(),
  Geo: z.optional(z.nullable(z.object({ IP: z.optionalText() }))),
  Date: z.optionalText(),
  SuppressSending: z.optional(z.unknown()),
  SuppressionReason: z.optionalText(),
  Origin: z.optionalText(),
  Tag: z.optionalText(),
  Metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});

type WireEvent = z.infer<typeof wireEvent>;

async function readEvent(raw: unknown): Promise<DeliveryEvent | undefined> {
  const wire = readJson(wireEvent, raw);
  if (wire === undefined) return undefined;
  const { RecordType: kind, MessageID, OriginalLink: link, UserAgent, Geo, Tag } = wire;
  const recipient = wire.Recipient ?? wire.Email ?? wire.OriginalRecipient ?? undefined;
  const time = wire.DeliveredAt ?? wire.BouncedAt ?? wire.ReceivedAt ?? wire.ChangedAt;
  // A mail that arrived has the time of its own header only.
  const timestamp = toDate(time) ?? fromHeaderDate(wire.Date) ?? new Date(0);
  const common = {
    provider: 'postmark',
    timestamp,
    ...(MessageID ? { messageId: MessageID } : {}),
    ...(recipient === undefined ? {} : { recipient }),
  };
  const [type, bounce] = typeOf(wire);
  const metadata = Object.entries(wire.Metadata ?? {}).map(([name, value]) => [name, String(value)]);
  const client = {
    ...(Geo?.IP ? { ip: Geo.IP } : {}),
    ...(UserAgent ? { userAgent: UserAgent } : {}),
  };
  return {
    ...common,
    type,
    id:
      wire.ID === undefined
        ? await makeEventId(common, `${kind ?? 'Inbound'} ${link ?? ''}`)
        : String(wire.ID),
    ...(bounce === undefined
      ? {}
      : { bounce: { ...bounce, ...smtpReplyIn(wire.Details ?? wire.Description ?? '') } }),
    ...(link ? { click: { url: link } } : {}),
    ...(Object.keys(client).length === 0 ? {} : { client }),
    ...(Tag ? { tags: [{ name: Tag }] } : {}),
    ...(metadata.length === 0 ? {} : { metadata: Object.fromEntries(metadata) }),
    raw,
  };
}

type TypeAndBounce = readonly [type: DeliveryEventType, bounce?: Pick<Bounce, 'class' | 'category'>];

const recordTypes: ReadonlyMap<string, TypeAndBounce> = new Map([
  ['Delivery', ['delivered']],
  ['Open', ['opened']],
  ['Click', ['clicked']],
  ['SpamComplaint', ['complained']],
]);

/** postmarkapp.com/developer, Bounce API: "Bounce types". */
const bounceTypes: ReadonlyMap<string, TypeAndBounce> = new Map<string, TypeAndBounce>([
  ['HardBounce', ['bounced', { class: 'hard' }]],
  ['SoftBounce', ['bounced', { class: 'soft' }]],
  ['BadEmailAddress', ['bounced', { class: 'hard', category: 'invalid-address' }]],
  ['Transient', ['deferred', { class: 'soft' }]],
  ['DnsError', ['deferred', { class: 'soft' }]],
  ['SpamNotification', ['complained']],
  ['SpamComplaint', ['complained']],
  ['Blocked', ['rejected', { class: 'undetermined', category: 'blocked' }]],
  ['DMARCPolicy', ['rejected', { class: 'undetermined', category: 'policy' }]],
  ['ManuallyDeactivated', ['rejected', { class: 'undetermined' }]],
  ['Unsubscribe', ['unsubscribed']],
  ['ManualSuppression', ['unsubscribed']],
  ['Subscribe', ['subscribed']],
  ['AutoResponder', ['autoreplied']],
  ['AddressChange', ['autoreplied']],
  ['ChallengeVerification', ['autoreplied']],
  ['TemplateRenderingFailed', ['failed', { class: 'undetermined' }]],
  ['SMTPApiError', ['failed', { class: 'undetermined' }]],
]);

function typeOf({ RecordType, Type, MessageID, ...change }: WireEvent): TypeAndBounce {
  if (RecordType === 'Bounce') return bounceTypes.get(Type ?? '') ?? ['bounced', { class: 'undetermined' }];
  if (RecordType === 'SubscriptionChange') return [typeOfChange(change)];
  if (RecordType === undefined || RecordType === null) return [MessageID ? 'inbound' : 'unknown'];
  return recordTypes.get(RecordType) ?? ['unknown'];
}
