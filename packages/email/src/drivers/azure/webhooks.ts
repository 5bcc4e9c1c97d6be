import { textAt } from '@org/core/driver';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  eventOf,
  lookUp,
  ownValue,
  quotableWords,
  readWebhookBody,
  readWebhookItems,
  signWithToken,
  smtpReplyIn,
  toDate,
  verifySharedSecret,
  type WebhookScheme,
} from '../../driver.ts';

const provider = 'azure';

/** Event Grid signs nothing: a secret in the address proves where its events come from. */
export const webhookScheme: WebhookScheme = {
  verify: verifySharedSecret,
  read: ({ text }) => readWebhookItems(readWebhookBody(text), { provider, read }),
  sign: signWithToken,
};

const statuses: Readonly<Record<string, DeliveryEventType>> = {
  delivered: 'delivered',
  bounced: 'bounced',
  suppressed: 'suppressed',
  failed: 'failed',
  quarantined: 'rejected',
  filteredspam: 'rejected',
};

const engagements: Readonly<Record<string, DeliveryEventType>> = { view: 'opened', click: 'clicked' };

function read(wire: unknown): DeliveryEvent | undefined {
  const id = textAt(wire, 'id');
  const name = textAt(wire, 'eventType');
  if (id === undefined || name === undefined) return undefined;
  const data = ownValue(wire, 'data');
  const isReport = name === 'Microsoft.Communication.EmailDeliveryReportReceived';
  const type = isReport
    ? lookUp(statuses, textAt(data, 'status')?.toLowerCase())
    : lookUp(engagements, textAt(data, 'engagementType')?.toLowerCase());
  const at = textAt(data, isReport ? 'deliveryAttemptTimeStamp' : 'userActionTimeStamp');
  return eventOf(id, {
    provider,
    type: type ?? 'unknown',
    messageId: textAt(data, 'messageId'),
    recipient: textAt(data, 'recipient'),
    timestamp: toDate(at) ?? toDate(textAt(wire, 'eventTime')) ?? new Date(0),
    bounce: bounceOf(type, textAt(data, 'deliveryStatusDetails', 'statusMessage')),
    url: textAt(data, 'engagementContext'),
    userAgent: textAt(data, 'userAgent'),
    raw: wire,
  });
}

function bounceOf(type: DeliveryEventType | undefined, words = ''): Bounce | undefined {
  const reply = smtpReplyIn(quotableWords(words));
  if (type === 'bounced') return { class: 'hard', ...reply };
  if (type === 'suppressed') return { class: 'undetermined', category: 'blocked', ...reply };
  return type === 'failed' || type === 'rejected' ? { class: 'undetermined', ...reply } : undefined;
}
