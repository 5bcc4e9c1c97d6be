import { describe, expect, it } from 'vitest';
import { readEvents } from '../../src/drivers/ses/sns/events.ts';

const mail = {
  timestamp: '2017-08-05T00:40:02.012Z',
  messageId: 'EXAMPLE7c191be45',
  destination: ['recipient@example.com'],
  tags: { 'ses:configuration-set': ['events'], campaign: ['spring', 'sale'], order: ['17'] },
};

function read(Message: unknown, extra: object = {}) {
  const message = {
    Type: 'Notification',
    MessageId: 'sns-1',
    TopicArn: 'arn',
    Message: typeof Message === 'string' ? Message : JSON.stringify(Message),
    Timestamp: '2017-08-05T00:50:00.000Z',
    SignatureVersion: '2',
    Signature: 'a',
    SigningCertURL: 'b',
    ...extra,
  };
  return readEvents(JSON.stringify(message));
}

const smtp = 'smtp; 550 5.1.1 user unknown';
const recipient = {
  emailAddress: 'recipient@example.com',
  action: 'failed',
  status: '5.1.1',
  diagnosticCode: smtp,
};
const timestamp = '2017-08-05T00:41:02.669Z';

// SES Developer Guide, "Examples of event data that Amazon SES publishes to Amazon SNS".
describe('events of SES', () => {
  it('has every part of a bounce', async () => {
    const bounce = {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [recipient],
      timestamp,
    };
    const record = { eventType: 'Bounce', bounce, mail };
    expect(await read(record)).toEqual([
      {
        type: 'bounced',
        id: 'sns-1',
        provider: 'ses',
        messageId: 'EXAMPLE7c191be45',
        recipient: 'recipient@example.com',
        timestamp: new Date(timestamp),
        bounce: { class: 'hard', smtpCode: '550', enhancedCode: '5.1.1', diagnostic: smtp },
        tags: [
          { name: 'campaign', value: 'spring' },
          { name: 'campaign', value: 'sale' },
          { name: 'order', value: '17' },
        ],
        metadata: { campaign: 'spring', order: '17' },
        raw: record,
      },
    ]);
  });

  const bounced = (bounceType: string, bounceSubType: string) => ({
    eventType: 'Bounce',
    bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: 'a@b.dev' }], timestamp },
    mail,
  });
  const topics = (unsubscribeAll: boolean, ...subscriptionStatus: readonly string[]) => ({
    eventType: 'Subscription',
    mail,
    subscription: {
      contactList: 'audience',
      timestamp,
      source: 'UnsubscribeHeader',
      newTopicPreferences: {
        unsubscribeAll,
        topicSubscriptionStatus: subscriptionStatus.map((status) => ({
          topicName: 'a',
          subscriptionStatus: status,
        })),
      },
    },
  });

  it.each<[string, object, object]>([
    ['Send', { eventType: 'Send', send: {}, mail }, { type: 'sent', timestamp: new Date(mail.timestamp) }],
    [
      'Delivery',
      {
        eventType: 'Delivery',
        delivery: { timestamp, recipients: ['a@b.dev'], smtpResponse: '250 ok' },
        mail,
      },
      { type: 'delivered', recipient: 'a@b.dev', timestamp: new Date(timestamp) },
    ],
    [
      'an older notification',
      { notificationType: 'Delivery', delivery: { timestamp }, mail },
      { type: 'delivered' },
    ],
    [
      'a transient bounce',
      bounced('Transient', 'MailboxFull'),
      { type: 'bounced', bounce: { class: 'soft', category: 'mailbox-full' } },
    ],
    [
      'an undetermined bounce',
      bounced('Undetermined', 'Undetermined'),
      { type: 'bounced', bounce: { class: 'undetermined' } },
    ],
    [
      'a bounce of the suppression list',
      bounced('Permanent', 'OnAccountSuppressionList'),
      { type: 'suppressed' },
    ],
    ['a bounce of the global list', bounced('Permanent', 'Suppressed'), { type: 'suppressed' }],
    [
      'Complaint',
      {
        eventType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: 'a@b.dev' }], timestamp },
        mail,
      },
      { type: 'complained', recipient: 'a@b.dev' },
    ],
    [
      'a complaint of the suppression list',
      { eventType: 'Complaint', complaint: { complaintSubType: 'OnAccountSuppressionList' }, mail },
      { type: 'suppressed' },
    ],
    [
      'Reject',
      { eventType: 'Reject', reject: { reason: 'Bad content' }, mail },
      { type: 'rejected', bounce: { class: 'undetermined', diagnostic: 'Bad content' } },
    ],
    [
      'Open',
      { eventType: 'Open', open: { ipAddress: '192.0.2.1', userAgent: 'Mozilla', timestamp }, mail },
      { type: 'opened', client: { ip: '192.0.2.1', userAgent: 'Mozilla' } },
    ],
    [
      'Click',
      { eventType: 'Click', click: { ipAddress: '192.0.2.1', link: 'https://acme.dev/', timestamp }, mail },
      { type: 'clicked', click: { url: 'https://acme.dev/' } },
    ],
    [
      'Rendering Failure',
      {
        eventType: 'Rendering Failure',
        failure: { templateName: 'a', errorMessage: 'Attribute name is missing' },
        mail,
      },
      { type: 'failed', bounce: { diagnostic: 'Attribute name is missing' } },
    ],
    [
      'DeliveryDelay',
      {
        eventType: 'DeliveryDelay',
        deliveryDelay: {
          delayType: 'TransientCommunicationFailure',
          delayedRecipients: [
            { emailAddress: 'a@b.dev', status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 busy' },
          ],
          timestamp,
        },
        mail,
      },
      {
        type: 'deferred',
        recipient: 'a@b.dev',
        bounce: { class: 'soft', smtpCode: '421', enhancedCode: '4.4.1' },
      },
    ],
    ['leaving all topics', topics(true), { type: 'unsubscribed' }],
    ['leaving one topic', topics(false, 'OptOut', 'OptIn'), { type: 'unsubscribed' }],
    ['joining a topic', topics(false, 'OptIn'), { type: 'subscribed' }],
    ['a choice that is not stated', topics(false), { type: 'unknown' }],
    ['a new choice', topics(false, 'Paused'), { type: 'unknown' }],
    ['an unknown event', { eventType: 'Teleport', mail }, { type: 'unknown', messageId: 'EXAMPLE7c191be45' }],
    ['something else', { hello: 'world' }, { type: 'unknown', raw: { hello: 'world' } }],
    ['a mail that is not as documented', { eventType: 'Send', mail: 7 }, { type: 'unknown' }],
  ])('reads %s', async (_what, record, expected) => {
    expect(await read(record)).toMatchObject([expected]);
  });

  it('is one event for each recipient, with an id for each', async () => {
    const bouncedRecipients = [
      { emailAddress: 'a@b.dev', status: '5.1.1' },
      { emailAddress: 'c@d.dev', status: '5.2.2' },
    ];
    const events = await read({
      eventType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients },
      mail,
    });
    expect(events.map(({ id, recipient, bounce }) => [id, recipient, bounce?.enhancedCode])).toEqual([
      ['sns-1/0', 'a@b.dev', '5.1.1'],
      ['sns-1/1', 'c@d.dev', '5.2.2'],
    ]);
  });

  it('is unknown for a text that another program published', async () => {
    expect(await read('Hello')).toMatchObject([{ type: 'unknown', raw: 'Hello' }]);
  });

  it.each(['SubscriptionConfirmation', 'UnsubscribeConfirmation'])('%s is not an event', async (Type) => {
    expect(await read('You have chosen', { Type })).toEqual([]);
  });

  it('is unknown for a body that SNS does not send', async () => {
    expect(await readEvents('{}')).toMatchObject([{ type: 'unknown', raw: {} }]);
  });
});
