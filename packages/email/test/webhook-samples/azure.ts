import { at, bob, hard, samplesFrom } from './sample.ts';

const report = (status: string, more: object = {}) => [
  {
    id: 'event-1',
    topic: '/subscriptions/1/resourceGroups/a/providers/microsoft.communication/communicationservices/a',
    subject: 'sender/ann@acme.dev/message/az-1',
    eventType: 'Microsoft.Communication.EmailDeliveryReportReceived',
    eventTime: '2026-11-22T10:30:01Z',
    dataVersion: '1.0',
    metadataVersion: '1',
    data: {
      sender: 'ann@acme.dev',
      recipient: bob,
      messageId: 'az-1',
      status,
      deliveryAttemptTimeStamp: '2026-11-22T10:30:00.2855749Z',
      ...more,
    },
  },
];
const engagement = (engagementType: string, more: object = {}) => [
  {
    id: 'event-2',
    eventType: 'Microsoft.Communication.EmailEngagementTrackingReportReceived',
    eventTime: '2026-11-22T10:30:01Z',
    data: {
      sender: 'ann@acme.dev',
      messageId: 'az-1',
      userActionTimeStamp: '2026-11-22T10:30:00.000+00:00',
      engagementContext: '',
      userAgent: 'Mozilla/5.0',
      engagementType,
      ...more,
    },
  },
];
const details = { deliveryStatusDetails: { statusMessage: '550 5.1.1 no such user' } };
const common = { id: 'event-1', messageId: 'az-1', recipient: bob, ...at('2026-11-22T10:30:00.285Z') };

export const azureSamples = [
  ...samplesFrom(
    'MicrosoftDocs/azure-docs 033d90c, event-grid/communication-services-email-events.md',
    '2026-09-01',
    [
      ['delivered', report('Delivered'), { type: 'delivered', ...common }],
      [
        'bounced',
        report('Bounced', details),
        { ...hard, ...common, bounce: { class: 'hard', smtpCode: '550', enhancedCode: '5.1.1' } },
      ],
      ['suppressed', report('Suppressed'), { type: 'suppressed', ...common }],
      ['failed', report('Failed'), { type: 'failed', ...common }],
      ['quarantined', report('Quarantined'), { type: 'rejected', ...common }],
      ['filtered as spam', report('FilteredSpam'), { type: 'rejected', ...common }],
      ['expanded, a list of recipients', report('Expanded'), { type: 'unknown', ...common }],
      [
        'viewed',
        engagement('view'),
        { type: 'opened', messageId: 'az-1', client: { userAgent: 'Mozilla/5.0' } },
      ],
      [
        'clicked, in other letters',
        engagement('Click', { engagementContext: 'https://acme.dev/a' }),
        { type: 'clicked', click: { url: 'https://acme.dev/a' } },
      ],
      [
        'the test of a new subscription',
        [
          {
            id: 'event-3',
            eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
            eventTime: '2026-11-22T10:30:00Z',
            data: { validationCode: '512d38b6' },
          },
        ],
        { type: 'unknown', id: 'event-3' },
      ],
    ],
  ),
];
