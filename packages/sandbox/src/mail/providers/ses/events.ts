import { randomUUID } from 'node:crypto';
import { client, type MailEvent, type WebhookContext, type WebhookForm } from '../../kit.ts';
import { type SnsFields, signSns } from './sns.ts';

/** The topic of all events, whatever the configuration set of a message. */
export const topicArn = 'arn:aws:sns:us-east-1:000000000000:sandbox';

const names = {
  deferred: 'DeliveryDelay',
  delivered: 'Delivery',
  bounced: 'Bounce',
  complained: 'Complaint',
  opened: 'Open',
  clicked: 'Click',
  unsubscribed: 'Subscription',
} as const;

/** Through a topic of Amazon SNS, which signs (SES Developer Guide, "Event notifications through SNS"). */
export const sesEvents: WebhookForm = {
  names,
  lists: ['bounced', 'complained'],
  // SNS repeats after errors of the server only.
  isFinal: (status) => status < 500,
  write: async ([event], context) => {
    return publish(context, {
      Type: 'Notification',
      MessageId: event.id,
      Subject: 'Amazon SES Email Event Notification',
      Message: JSON.stringify(payloadOf(event)),
    });
  },
  confirm: (context) =>
    publish(context, {
      Type: 'SubscriptionConfirmation',
      MessageId: randomUUID(),
      Token: context.hook.id,
      Message: `You subscribe to the topic ${topicArn}.\nTo confirm it, open the SubscribeURL.`,
      SubscribeURL: `${context.origin}/sns/?Action=ConfirmSubscription&Token=${context.hook.id}`,
    }),
};

async function publish({ now, origin }: WebhookContext, fields: Omit<SnsFields, 'TopicArn' | 'Timestamp'>) {
  const message = await signSns({ ...fields, TopicArn: topicArn, Timestamp: new Date(now).toISOString() });
  const SigningCertURL = `${origin}/sns/SimpleNotificationService.pem`;
  return {
    body: JSON.stringify({ ...message, SigningCertURL }),
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': fields.Type,
      'x-amz-sns-message-id': fields.MessageId,
      'x-amz-sns-topic-arn': topicArn,
    },
  };
}

function payloadOf(event: MailEvent) {
  const { kind, message, recipient } = event;
  const { id, from, subject, createdAt, labels } = message;
  const tags = Object.entries(labels.metadata ?? {}).map(([name, value]) => [name, [value]] as const);
  const mail = {
    timestamp: new Date(createdAt).toISOString(),
    messageId: id,
    source: from,
    sendingAccountId: '000000000000',
    destination: [recipient],
    headersTruncated: false,
    commonHeaders: { from: [from], to: [recipient], messageId: id, subject },
    tags: { 'ses:configuration-set': ['sandbox'], ...Object.fromEntries(tags) },
  };
  const field = kind === 'deferred' ? 'deliveryDelay' : names[kind].toLowerCase();
  return { eventType: names[kind], mail, [field]: detailsOf(event) };
}

function detailsOf({ kind, id, recipient: emailAddress, at }: MailEvent) {
  const timestamp = new Date(at).toISOString();
  const seen = { timestamp, ipAddress: client.ip, userAgent: client.userAgent };
  switch (kind) {
    case 'deferred':
      return {
        timestamp,
        delayType: 'TransientCommunicationFailure',
        expirationTime: new Date(at + 14 * 3_600_000).toISOString(),
        delayedRecipients: [
          { emailAddress, status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 Unable to connect' },
        ],
      };
    case 'delivered':
      return { timestamp, recipients: [emailAddress], smtpResponse: '250 2.0.0 OK' };
    case 'bounced':
      return {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [
          { emailAddress, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 No such user' },
        ],
        timestamp,
        feedbackId: id,
        reportingMTA: 'dns; mail.sandbox.localhost',
      };
    case 'complained':
      return {
        complainedRecipients: [{ emailAddress }],
        timestamp,
        feedbackId: id,
        complaintFeedbackType: 'abuse',
      };
    case 'opened':
      return seen;
    case 'clicked':
      return { ...seen, link: client.link, linkTags: null };
    default:
      return {
        contactList: 'sandbox',
        timestamp,
        source: 'UnsubscribeHeader',
        newTopicPreferences: { unsubscribeAll: true, topicSubscriptionStatus: [] },
        oldTopicPreferences: { unsubscribeAll: false, topicSubscriptionStatus: [] },
      };
  }
}
