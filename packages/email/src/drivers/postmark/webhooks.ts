import { ResponseFormatError } from '@org/core';
import { parseIsoInstant } from '@org/core/driver';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  makeEventId,
  type ReceivedWebhook,
  readExactJson,
  readJson,
  signWithToken,
  smtpReplyIn,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** Postmark signs nothing (postmarkapp.com/developer, Webhooks, Overview: "Securing your webhook"). */
export const webhookScheme: WebhookScheme = {
  verify: verifySharedSecret,
  read: async ({ text }: ReceivedWebhook) => {
    const raw = readExactJson(text);
    const wire = readJson(wireEvent, raw);
    if (wire === undefined)
      throw new ResponseFormatError({ message: 'The webhook is not in the form of Postmark.' });
    return [await mapEvent(wire, raw)];
  },
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
  SuppressSending: z.optional(z.boolean()),
  Tag: z.optionalText(),
  Metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});

type WireEvent = z.infer<typeof wireEvent>;

async function mapEvent(wire: WireEvent, raw: unknown): Promise<DeliveryEvent> {
  const { RecordType: kind, MessageID, OriginalLink: link, UserAgent, Geo, Tag } = wire;
  const recipient = wire.Recipient ?? wire.Email ?? wire.OriginalRecipient ?? undefined;
  const time = wire.DeliveredAt ?? wire.BouncedAt ?? wire.ReceivedAt ?? wire.ChangedAt;
  // An inbound message has no time in this form.
  const timestamp = new Date(parseIsoInstant(time ?? '') ?? 0);
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

function typeOf({ RecordType, Type, SuppressSending, MessageID }: WireEvent): TypeAndBounce {
  if (RecordType === 'Bounce') return bounceTypes.get(Type ?? '') ?? ['bounced', { class: 'undetermined' }];
  if (RecordType === 'SubscriptionChange') return [SuppressSending ? 'unsubscribed' : 'subscribed'];
  if (RecordType === undefined || RecordType === null) return [MessageID ? 'inbound' : 'unknown'];
  return recordTypes.get(RecordType) ?? ['unknown'];
}
