import { textAt } from '@org/core/driver';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  eventOf,
  lookUp,
  namedEvent,
  ownValue,
  quotableWords,
  type RejectReason,
  readWebhookBody,
  readWebhookItems,
  signWithToken,
  smtpReplyIn,
  toDate,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';

const provider = 'sparkpost';

/** SparkPost signs no webhook: a secret in the URL, or basic auth, proves where they come from. */
export const webhookScheme: WebhookScheme = {
  async verify(webhook, context) {
    const verdict = await verifySharedSecret(webhook, context);
    if (!verdict.genuine) return verdict;
    const isPing = webhook.text.trim() === '[{"msys":{}}]'; // a test of the address
    // The id is the same for a repeated batch.
    return { ...verdict, isPing, id: webhook.header('x-messagesystems-batch-id') };
  },
  read: ({ text }) => readWebhookItems(readWebhookBody(text), { provider, read }),
  sign: signWithToken,
};

const types: Readonly<Record<string, DeliveryEventType>> = {
  injection: 'queued',
  delivery: 'delivered',
  delay: 'deferred',
  bounce: 'bounced',
  out_of_band: 'bounced',
  spam_complaint: 'complained',
  policy_rejection: 'rejected',
  generation_rejection: 'rejected',
  generation_failure: 'failed',
  open: 'opened',
  initial_open: 'opened',
  amp_open: 'opened',
  amp_initial_open: 'opened',
  click: 'clicked',
  amp_click: 'clicked',
  list_unsubscribe: 'unsubscribed',
  link_unsubscribe: 'unsubscribed',
  relay_injection: 'inbound',
};

interface BounceClass {
  readonly class: Bounce['class'];
  readonly category?: RejectReason;
  /** Instead of `bounced`. */
  readonly type?: DeliveryEventType;
}

const soft = (category: RejectReason): BounceClass => ({ class: 'soft', category });

/** SparkPost's "Bounce Classification Codes". */
const bounceClasses: Readonly<Record<string, BounceClass>> = {
  '10': { class: 'hard', category: 'unknown-user' },
  '20': soft('other'),
  '21': soft('other'),
  '22': soft('mailbox-full'),
  '23': soft('policy'),
  '24': soft('timeout'),
  '25': { class: 'undetermined', category: 'policy' },
  '30': { class: 'hard', category: 'other' },
  '40': soft('other'),
  '50': soft('blocked'),
  '51': soft('spam-content'),
  '52': soft('spam-content'),
  '53': soft('policy'),
  '54': soft('policy'),
  '60': { class: 'soft', type: 'autoreplied' },
  '70': soft('other'),
  '80': { class: 'undetermined', type: 'subscribed' },
  '90': { class: 'hard', category: 'unsubscribed', type: 'unsubscribed' },
  '100': { class: 'undetermined', type: 'autoreplied' },
};

async function read(item: unknown): Promise<DeliveryEvent | undefined> {
  const [wire] = Object.values(Object(ownValue(item, 'msys')));
  const name = textAt(wire, 'type');
  if (name === undefined) return undefined;
  const type = lookUp(types, name) ?? 'unknown';
  const bounceClass = type === 'bounced' ? lookUp(bounceClasses, textAt(wire, 'bounce_class')) : undefined;
  const url = textAt(wire, 'target_link_url');
  const facts = {
    provider,
    type: bounceClass?.type ?? type,
    messageId: textAt(wire, 'transmission_id'),
    recipient: textAt(wire, 'raw_rcpt_to') ?? textAt(wire, 'rcpt_to'),
    timestamp: timeOf(textAt(wire, 'timestamp')),
    bounce: bounceOf(type, wire, bounceClass),
    url,
    ip: textAt(wire, 'ip_address'),
    userAgent: textAt(wire, 'user_agent'),
    tags: ownValue(wire, 'rcpt_tags'),
    metadata: ownValue(wire, 'rcpt_meta'),
    raw: item,
  };
  const id = textAt(wire, 'event_id');
  return id ? eventOf(id, facts) : namedEvent(`${name} ${url ?? ''}`, facts);
}

/** Seconds since 1970 as a text, or ISO 8601. */
function timeOf(text: string | undefined): Date {
  if (text !== undefined && /^\d{1,11}$/.test(text)) return new Date(Number(text) * 1_000);
  return toDate(text) ?? new Date(0);
}

function bounceOf(
  type: DeliveryEventType,
  wire: unknown,
  known: BounceClass | undefined,
): Bounce | undefined {
  const words = quotableWords(textAt(wire, 'raw_reason') ?? textAt(wire, 'reason') ?? '');
  const reply = smtpReplyIn(words);
  if (type === 'deferred') return { class: 'soft', ...reply };
  if (type === 'rejected' || type === 'failed') return { class: 'undetermined', ...reply };
  if (type !== 'bounced') return undefined;
  return { class: known?.class ?? 'undetermined', category: known?.category, ...reply };
}
