import { textAt } from '@org/core/driver';
import { encodeHex, signHmac, utf8, verifyHmac } from '@org/core/webhooks';
import {
  type DeliveryEvent,
  type DeliveryEventType,
  fromSeconds,
  lookUp,
  namedEvent,
  ownValue,
  quotableWords,
  readWebhookBody,
  readWebhookItems,
  smtpReplyIn,
  type WebhookScheme,
} from '../../driver.ts';

const provider = 'mandrill';
const field = 'mandrill_events';
/** One field, and `&` that some programs write around it. */
const maxParts = 8;
const encoding = { encoding: 'base64', hash: 'SHA-1' } as const;

/**
 * mailchimp.com/developer, "Authenticating webhook requests": HMAC-SHA1 of the address as it is entered, and
 * of the names and values of the form, which has one field. A `HEAD` without a signature tests a new address.
 */
export const webhookScheme = (webhookUrl?: string): WebhookScheme => ({
  async verify({ bytes: body, text, url, header }, { secrets }) {
    const signature = header('x-mandrill-signature');
    if (signature === undefined && body.length === 0) return { genuine: true, isPing: true };
    if (signature === undefined)
      return { genuine: false, problem: 'it has no header `X-Mandrill-Signature`.' };
    // A forged form may have millions of fields: it is not parsed.
    const isShort = text.split('&', maxParts).length < maxParts;
    const form = new URLSearchParams(isShort ? text : '');
    const events = form.get(field);
    if (events === null || [...form].length > 1)
      return { genuine: false, problem: `its form must have one field, \`${field}\`.` };
    const bytes = signedBytes(webhookUrl ?? url, events);
    // One form has many spellings, of which the signature knows none.
    if (await verifyHmac({ secrets, bytes, signature, ...encoding }))
      return { genuine: true, id: await hashOf(bytes) };
    const problem =
      'its signature is wrong. Does `webhookUrl` equal the address that is entered at Mandrill?';
    return { genuine: false, problem };
  },
  read({ text }) {
    const items = readWebhookBody(new URLSearchParams(text).get(field) ?? text);
    return readWebhookItems(items, { provider, read });
  },
  async sign(body, { secret, url = '' }) {
    const bytes = signedBytes(webhookUrl ?? url, body);
    return {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-mandrill-signature': await signHmac({ secret, bytes, ...encoding }),
      },
      body: `${new URLSearchParams({ [field]: body })}`,
    };
  },
});

const signedBytes = (url: string, events: string) => utf8(url + field + events);

async function hashOf(bytes: Uint8Array): Promise<string> {
  return encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)));
}

const types: Readonly<Record<string, DeliveryEventType>> = {
  send: 'sent',
  delivered: 'delivered',
  deferral: 'deferred',
  hard_bounce: 'bounced',
  soft_bounce: 'bounced',
  open: 'opened',
  click: 'clicked',
  spam: 'complained',
  unsub: 'unsubscribed',
  reject: 'rejected',
  inbound: 'inbound',
};

async function read(wire: unknown): Promise<DeliveryEvent | undefined> {
  const name = textAt(wire, 'event') ?? textAt(wire, 'type');
  if (name === undefined) return undefined;
  const message = ownValue(wire, 'msg');
  const url = textAt(wire, 'url');
  return namedEvent(`${name} ${url ?? ''}`, {
    provider,
    type: lookUp(types, name) ?? 'unknown',
    messageId: textAt(wire, '_id') ?? textAt(message, '_id'),
    recipient: textAt(message, 'email') ?? textAt(wire, 'reject', 'email'),
    timestamp: fromSeconds(ownValue(wire, 'ts')),
    bounce: bounceOf(name, message),
    url,
    ip: textAt(wire, 'ip'),
    userAgent: textAt(wire, 'user_agent'),
    tags: ownValue(message, 'tags'),
    metadata: ownValue(message, 'metadata'),
    raw: wire,
  });
}

function bounceOf(name: string, message: unknown): DeliveryEvent['bounce'] {
  const words = quotableWords(textAt(message, 'diag') ?? textAt(message, 'bounce_description') ?? '');
  if (name === 'hard_bounce') return { class: 'hard', ...smtpReplyIn(words) };
  if (name === 'soft_bounce' || name === 'deferral') return { class: 'soft', ...smtpReplyIn(words) };
  return name === 'reject' ? { class: 'undetermined', category: 'blocked' } : undefined;
}
