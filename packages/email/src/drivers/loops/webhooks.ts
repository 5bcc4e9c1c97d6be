import { textAt } from '@org/core/driver';
import {
  type DeliveryEvent,
  type DeliveryEventType,
  fromSeconds,
  lookUp,
  ownValue,
  type ReceivedWebhook,
  readWebhookBody,
  readWebhookItems,
  standardWebhooks,
} from '../../driver.ts';

const provider = 'loops';

/** loops.so/docs, "Webhooks": one event, whose id is in a header. */
export const webhookScheme = /* @__PURE__ */ standardWebhooks('Loops', readAll);

function readAll({ text, header }: ReceivedWebhook) {
  const id = header('webhook-id') ?? '';
  return readWebhookItems(readWebhookBody(text), { provider, read: (wire) => read(wire, id) });
}

const types: Readonly<Record<string, DeliveryEventType>> = {
  'transactional.email.sent': 'sent',
  'campaign.email.sent': 'sent',
  'loop.email.sent': 'sent',
  'email.delivered': 'delivered',
  'email.softBounced': 'bounced',
  'email.hardBounced': 'bounced',
  'email.spamReported': 'complained',
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.unsubscribed': 'unsubscribed',
  'email.resubscribed': 'subscribed',
  'contact.unsubscribed': 'unsubscribed',
};

function read(wire: unknown, id: string): DeliveryEvent | readonly DeliveryEvent[] | undefined {
  const name = textAt(wire, 'eventName');
  if (name === undefined) return undefined;
  // The test of an address.
  if (name === 'testing.testEvent') return [];
  return {
    provider,
    id,
    type: lookUp(types, name) ?? 'unknown',
    recipient: textAt(wire, 'contactIdentity', 'email'),
    timestamp: fromSeconds(ownValue(wire, 'eventTime')),
    bounce: lookUp(bounces, name),
    raw: wire,
  };
}

const bounces: Readonly<Record<string, DeliveryEvent['bounce']>> = {
  'email.softBounced': { class: 'soft' },
  'email.hardBounced': { class: 'hard' },
};
