import { at, bob, hard, samplesFrom, soft } from './sample.ts';

const mail = {
  timestamp: '2026-11-22T10:29:00.000Z',
  messageId: '0100-1',
  source: 'ann@acme.dev',
  sendingAccountId: '123456789012',
  destination: [bob],
  headersTruncated: false,
  tags: { 'ses:configuration-set': ['Set'], order: ['7'] },
};
const timestamp = '2026-11-22T10:30:00.250Z';
const event = (eventType: string, field: string, details: object) => ({ eventType, mail, [field]: details });
const notification = (notificationType: string, field: string, details: object, of: object = {}) => ({
  notificationType,
  mail: { ...mail, ...of },
  [field]: details,
});
const returned = (bounceType: string, bounceSubType: string, ...recipients: readonly object[]) => ({
  bounceType,
  bounceSubType,
  bouncedRecipients: recipients,
  timestamp,
  feedbackId: 'f-1',
  reportingMTA: 'dns; mx.acme.dev',
});
const failed = { emailAddress: bob, status: '5.1.1', action: 'failed', diagnosticCode: 'smtp; 550 5.1.1 no' };
const seen = { ipAddress: '192.0.2.1', userAgent: 'Mozilla/5.0', timestamp };
const client = { ip: '192.0.2.1', userAgent: 'Mozilla/5.0' };
const common = { messageId: '0100-1', recipient: bob, ...at(timestamp) };

export const sesSamples = [
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_amazon_ses_webhooks.py', '2026-07-30', [
    [
      'bounce',
      notification('Bounce', 'bounce', returned('Permanent', 'General', failed)),
      { type: 'bounced', ...common },
    ],
    [
      'bounce of two recipients',
      notification(
        'Bounce',
        'bounce',
        returned('Permanent', 'General', { emailAddress: bob }, { emailAddress: 'eve@example.com' }),
      ),
      { ...hard, recipient: bob },
      { ...hard, recipient: 'eve@example.com' },
    ],
    [
      'complaint without a time',
      notification('Complaint', 'complaint', {
        userAgent: 'Loop',
        complainedRecipients: [{ emailAddress: bob }],
        complaintFeedbackType: 'abuse',
      }),
      { type: 'complained', recipient: bob, ...at('2026-11-22T10:29:00Z') },
    ],
    [
      'delivery',
      notification('Delivery', 'delivery', { timestamp, recipients: [bob], smtpResponse: '250 ok' }),
      { type: 'delivered', ...common },
    ],
    [
      'send',
      event('Send', 'send', {}),
      { type: 'sent', tags: [{ name: 'order', value: '7' }], metadata: { order: '7' } },
    ],
    ['reject', event('Reject', 'reject', { reason: 'Bad content' }), { type: 'rejected' }],
    ['open', event('Open', 'open', seen), { type: 'opened', client, ...common }],
    [
      'click',
      event('Click', 'click', { ...seen, link: 'https://acme.dev/a', linkTags: null }),
      { type: 'clicked', click: { url: 'https://acme.dev/a' } },
    ],
    [
      'rendering failure',
      event('Rendering Failure', 'failure', { errorMessage: 'no name', templateName: 'T' }),
      { type: 'failed', recipient: bob },
    ],
    [
      'the text after an event destination was made',
      'Successfully validated SNS topic for Amazon SES event publishing.',
      { type: 'unknown' },
    ],
  ]),
  ...samplesFrom('anymail/django-anymail 8c40cc4, tests/test_amazon_ses_inbound.py', '2026-07-30', [
    [
      'a mail that arrived',
      notification(
        'Received',
        'receipt',
        { timestamp, recipients: ['orders@acme.dev'], action: { type: 'S3' } },
        { destination: ['orders@acme.dev', 'x@acme.dev'] },
      ),
      { type: 'inbound', recipient: 'orders@acme.dev' },
    ],
  ]),
  ...samplesFrom('awsdocs/amazon-ses-developer-guide b90099e, doc-source', '2023-05-18', [
    [
      'delivery delay',
      event('DeliveryDelay', 'deliveryDelay', {
        timestamp,
        delayType: 'TransientCommunicationFailure',
        delayedRecipients: [
          { emailAddress: bob, status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 no route' },
        ],
      }),
      { type: 'deferred', ...common },
    ],
    [
      'subscription',
      event('Subscription', 'subscription', {
        contactList: 'L',
        timestamp,
        source: 'UnsubscribeHeader',
        newTopicPreferences: { unsubscribeAll: true, topicSubscriptionStatus: [] },
      }),
      { type: 'unsubscribed', recipient: bob },
    ],
    [
      'a soft bounce is final',
      event('Bounce', 'bounce', returned('Transient', 'MailboxFull', { emailAddress: bob })),
      { type: 'bounced', recipient: bob },
    ],
    [
      'undetermined bounce',
      event('Bounce', 'bounce', returned('Undetermined', 'Undetermined', { emailAddress: bob })),
      { type: 'bounced' },
    ],
    [
      'on the list of the account',
      event(
        'Bounce',
        'bounce',
        returned('Permanent', 'OnAccountSuppressionList', { emailAddress: `Bob <${bob}>`, status: '5.1.1' }),
      ),
      { type: 'suppressed', recipient: bob },
    ],
    [
      'bounce of all, without recipients',
      event('Bounce', 'bounce', returned('Transient', 'General')),
      { ...soft, recipient: bob },
    ],
  ]),
];
