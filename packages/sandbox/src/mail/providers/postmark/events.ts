import {
  basicLogin,
  client,
  fieldsOf,
  type MailEvent,
  sharedSecretOf,
  textOf,
  type WebhookForm,
} from '../../kit.ts';

import { bounceIdOf, bounceTypes } from './bounces.ts';

const secretOf = sharedSecretOf('postmark');

/** Postmark signs nothing: a webhook has a login, `HttpAuth`. */
export const postmarkEvents: WebhookForm = {
  names: {
    deferred: 'Bounce',
    delivered: 'Delivery',
    bounced: 'Bounce',
    complained: 'SpamComplaint',
    opened: 'Open',
    clicked: 'Click',
    unsubscribed: 'SubscriptionChange',
  },
  secretOf,
  hasStreams: true,
  isFinal: (status) => status === 403,
  write: ([event], { seed, hook }) => {
    const { Username, Password } = fieldsOf(hook.own['HttpAuth']);
    const login = Buffer.from(`${textOf(Username)}:${textOf(Password)}`).toString('base64');
    const headers =
      textOf(Password) === undefined ? basicLogin(secretOf(seed)) : { authorization: `Basic ${login}` };
    return { body: JSON.stringify(bodyOf(event)), headers };
  },
};

function bodyOf(event: MailEvent) {
  const { message, recipient, at } = event;
  const { labels, own } = message;
  return {
    MessageID: message.id,
    ServerID: 1,
    MessageStream: labels.stream ?? 'outbound',
    Tag: own['tag'] ?? '',
    Metadata: labels.metadata ?? {},
    ...detailsOf(event, recipient, new Date(at).toISOString()),
  };
}

function detailsOf({ kind, message }: MailEvent, recipient: string, time: string) {
  const seen = {
    Recipient: recipient,
    ReceivedAt: time,
    UserAgent: client.userAgent,
    Geo: { IP: client.ip },
  };
  const returned = {
    ID: bounceIdOf(message, recipient),
    Email: recipient,
    From: message.from,
    BouncedAt: time,
    Subject: message.subject,
  };
  switch (kind) {
    case 'delivered':
      return { RecordType: 'Delivery', Recipient: recipient, DeliveredAt: time, Details: 'smtp;250 OK' };
    case 'deferred':
      return {
        RecordType: 'Bounce',
        Type: 'Transient',
        TypeCode: 2,
        ...returned,
        Inactive: false,
        ...delayed,
      };
    case 'bounced':
      return {
        RecordType: 'Bounce',
        Type: 'HardBounce',
        TypeCode: 1,
        ...returned,
        Inactive: true,
        ...unknown,
      };
    case 'complained':
      return {
        RecordType: 'SpamComplaint',
        Type: 'SpamComplaint',
        TypeCode: bounceTypes.SpamComplaint.TypeCode,
        ...returned,
        Inactive: true,
      };
    case 'opened':
      return { RecordType: 'Open', FirstOpen: true, Platform: 'Desktop', ...seen };
    case 'clicked':
      return { RecordType: 'Click', ClickLocation: 'HTML', OriginalLink: client.link, ...seen };
    default:
      return {
        RecordType: 'SubscriptionChange',
        Recipient: recipient,
        ChangedAt: time,
        Origin: 'Recipient',
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
      };
  }
}

const delayed = { Name: 'Message delayed', Description: '', Details: 'smtp;451 4.7.1 Try again later' };
const unknown = { Name: 'Hard bounce', Description: '', Details: 'smtp;550 5.1.1 No such user' };
