import { isRecord, textAt } from '@org/core/driver';
import { idOf } from '@org/core/tables';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  eventOf,
  fromHeaderDate,
  namedEvent,
  readWebhookBody,
  readWebhookItems,
  signWithToken,
  smtpReplyIn,
  toDate,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';
import { typeOfChange } from './suppression-change.ts';

/** Postmark signs nothing (postmarkapp.com/developer, Webhooks, Overview: "Securing your webhook"). */
export const webhookScheme: WebhookScheme = {
  verify: verifySharedSecret,
  read: ({ text }) => readWebhookItems(readWebhookBody(text), { provider: 'postmark', read: readEvent }),
  sign: signWithToken,
};

async function readEvent(wire: unknown): Promise<DeliveryEvent | undefined> {
  if (!isRecord(wire)) return undefined;
  const first = (...names: string[]) => names.map((name) => textAt(wire, name)).find(Boolean);
  const url = textAt(wire, 'OriginalLink');
  const [type, bounce] = typeOf(wire);
  const given = wire['Metadata'];
  const metadata = Object.entries(isRecord(given) ? given : {}).map(([name, value]) => [name, String(value)]);
  const facts = {
    provider: 'postmark',
    type,
    messageId: first('MessageID'),
    recipient: first('Recipient', 'Email', 'OriginalRecipient'),
    // A mail that arrived has the time of its own header only.
    timestamp:
      toDate(first('DeliveredAt', 'BouncedAt', 'ReceivedAt', 'ChangedAt')) ??
      fromHeaderDate(textAt(wire, 'Date')) ??
      new Date(0),
    bounce: bounce && { ...bounce, ...smtpReplyIn(first('Details', 'Description') ?? '') },
    url,
    ip: textAt(wire, 'Geo', 'IP'),
    userAgent: textAt(wire, 'UserAgent'),
    tags: wire['Tag'],
    metadata: Object.fromEntries(metadata),
    raw: wire,
  };
  const id = idOf(wire['ID']);
  return id
    ? eventOf(id, facts)
    : namedEvent(`${textAt(wire, 'RecordType') ?? 'Inbound'} ${url ?? ''}`, facts);
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

function typeOf(wire: Readonly<Record<string, unknown>>): TypeAndBounce {
  const [kind, type = ''] = [textAt(wire, 'RecordType'), textAt(wire, 'Type')];
  if (kind === undefined) return [textAt(wire, 'MessageID') ? 'inbound' : 'unknown'];
  if (kind === 'Bounce') return bounceTypes.get(type) ?? ['bounced', { class: 'undetermined' }];
  return kind === 'SubscriptionChange' ? [typeOfChange(wire)] : (recordTypes.get(kind) ?? ['unknown']);
}
