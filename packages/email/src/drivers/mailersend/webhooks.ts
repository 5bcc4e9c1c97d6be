import { textAt } from '@org/core/driver';
import { signHmac, utf8, type VerifyHmacOptions, verifyHmac } from '@org/core/webhooks';
import {
  type Bounce,
  type DeliveryEvent,
  eventOf,
  namedEvent,
  ownValue,
  readUnverifiedJson,
  readWebhookBody,
  readWebhookItems,
  toDate,
  type WebhookScheme,
} from '../../driver.ts';
import { typeOf } from './event-types.ts';

const provider = 'mailersend';

/**
 * It signs the test of a new address (`webhook.test`), which comes before the webhook has a secret of its
 * own. MailerSend publishes it, so it proves nothing for any other webhook.
 */
const publishedSecret = 'test_Am3L1GuOIc4blLUuHqAPxxwkZaJyEk8G';

/** developers.mailersend.com, "Webhooks": the signature covers the body alone, without a time. */
export const webhookScheme: WebhookScheme = {
  async verify({ header, bytes, text }, { secrets }) {
    const signature = header('signature');
    const isSignedWith = (valid: VerifyHmacOptions['secrets']) =>
      verifyHmac({ secrets: valid, bytes, signature, encoding: 'hex' });
    if (await isSignedWith([publishedSecret]))
      return textAt(readUnverifiedJson(text), 'type') === 'webhook.test'
        ? { genuine: true, isPing: true }
        : { genuine: false, problem: 'it is signed with the secret that MailerSend publishes.' };
    if (await isSignedWith(secrets)) return { genuine: true };
    const problem = signature === undefined ? 'it has no header `Signature`.' : 'its signature is wrong.';
    return { genuine: false, problem };
  },
  read: ({ text }) => readWebhookItems(readWebhookBody(text), { provider, read }),
  async sign(body, { secret }) {
    return { headers: { signature: await signHmac({ secret, bytes: utf8(body), encoding: 'hex' }) } };
  },
};

async function read(wire: unknown): Promise<DeliveryEvent | readonly DeliveryEvent[]> {
  const name = textAt(wire, 'type') ?? '';
  // MailerSend's test of a new address.
  if (name === 'webhook.test') return [];
  const data = ownValue(wire, 'data');
  const id = textAt(data, 'id');
  const type = typeOf(name);
  const { messageId, recipient, tags, details } = type === 'inbound' ? arrivedIn(data, id) : sentIn(data);
  const facts = {
    provider,
    type,
    messageId,
    recipient,
    timestamp: timeOf(textAt(data, 'created_at') ?? textAt(wire, 'created_at')),
    bounce: bounceOf(name, textAt(details, 'readable_reason') ?? textAt(details, 'reason')),
    url: textAt(details, 'url'),
    ip: textAt(details, 'ip'),
    tags,
    raw: wire,
  };
  return id ? eventOf(id, facts) : namedEvent(name, facts);
}

/** What an event says about the mail that it is about. */
interface MailFacts {
  readonly messageId: string | undefined;
  readonly recipient: string | undefined;
  readonly tags?: unknown;
  /** The click, the opening or the failure; an empty one is a list. */
  readonly details?: unknown;
}

function sentIn(data: unknown): MailFacts {
  const email = ownValue(data, 'email');
  // Version 1 of the webhooks has the mail as an object in `email`; version 2 has the address there.
  return typeof email === 'object' && email !== null
    ? {
        messageId: textAt(email, 'message', 'id'),
        recipient: textAt(email, 'recipient', 'email'),
        tags: ownValue(email, 'tags'),
        details: ownValue(data, 'morph'),
      }
    : {
        messageId: textAt(data, 'message_id'),
        recipient: textAt(data, 'email') ?? textAt(data, 'recipient'),
        tags: ownValue(data, 'tags'),
        details: ownValue(data, 'meta'),
      };
}

/** A mail that arrived; of several recipients, the event does not say whose it is. */
function arrivedIn(data: unknown, messageId: string | undefined): MailFacts {
  const to = ownValue(ownValue(data, 'recipients'), 'rcptTo');
  const [first, second]: readonly unknown[] = Array.isArray(to) ? to : [];
  return { messageId, recipient: second === undefined ? textAt(first, 'email') : undefined };
}

/** Events of the account have no offset; the time is in UTC. */
function timeOf(text: string | undefined): Date {
  return toDate(text) ?? toDate(`${text}Z`) ?? new Date(0);
}

function bounceOf(name: string, diagnostic: string | undefined): Bounce | undefined {
  if (name === 'activity.hard_bounced') return { class: 'hard', diagnostic };
  if (name === 'activity.soft_bounced') return { class: 'soft', diagnostic };
  if (name === 'activity.suppressed') return { class: 'undetermined', category: 'blocked', diagnostic };
  return name === 'activity.deferred' && diagnostic ? { class: 'soft', diagnostic } : undefined;
}
