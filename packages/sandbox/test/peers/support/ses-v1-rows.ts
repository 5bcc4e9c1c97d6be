// The operations of SES's API of 2010, whose requests are forms and whose answers are XML.
import { expect } from 'vitest';
import type { DataRow } from './ses-v2-account-rows.ts';

const acme = { Identity: 'acme.dev' };
const set = { ConfigurationSetName: 'shop' };
const sns = { TopicARN: 'arn:aws:sns:us-east-1:000000000000:sandbox' };
const destination = {
  Name: 'sns',
  Enabled: true,
  MatchingEventTypes: ['send', 'bounce'],
  SNSDestination: sns,
};
const template = {
  TemplateName: 'welcome',
  SubjectPart: 'Hi {{name}}',
  TextPart: 'Hi {{name}}',
  HtmlPart: '<p>Hi & {{name}}</p>',
};
const custom = {
  TemplateName: 'verify',
  FromEmailAddress: 'ann@acme.dev',
  TemplateSubject: 'Verify',
  TemplateContent: '<p>Please verify</p>',
  SuccessRedirectionURL: 'https://acme.dev/yes',
  FailureRedirectionURL: 'https://acme.dev/no',
};
const to = { ToAddresses: ['bob@example.com'] };
const tokens = [expect.any(String), expect.any(String), expect.any(String)];
const sent = { MessageId: expect.any(String) };
const names = { Identities: ['acme.dev'] };

const identityRows: readonly DataRow[] = [
  ['VerifyDomainIdentity', { Domain: 'acme.dev' }, { VerificationToken: expect.any(String) }],
  ['VerifyDomainDkim', { Domain: 'acme.dev' }, { DkimTokens: tokens }],
  ['VerifyEmailIdentity', { EmailAddress: 'ann@acme.dev' }],
  ['VerifyEmailAddress', { EmailAddress: 'old@acme.dev' }],
  ['ListVerifiedEmailAddresses', {}, { VerifiedEmailAddresses: ['ann@acme.dev', 'old@acme.dev'] }],
  ['DeleteVerifiedEmailAddress', { EmailAddress: 'old@acme.dev' }],
  ['ListIdentities', {}, { Identities: ['acme.dev', 'ann@acme.dev'] }],
  ['ListIdentities', { IdentityType: 'Domain', MaxItems: 5 }, { Identities: ['acme.dev'] }],
  [
    'GetIdentityVerificationAttributes',
    names,
    {
      VerificationAttributes: {
        'acme.dev': { VerificationStatus: 'Success', VerificationToken: expect.any(String) },
      },
    },
  ],
  ['SetIdentityDkimEnabled', { ...acme, DkimEnabled: true }],
  [
    'GetIdentityDkimAttributes',
    names,
    {
      DkimAttributes: {
        'acme.dev': { DkimEnabled: true, DkimVerificationStatus: 'Success', DkimTokens: tokens },
      },
    },
  ],
  [
    'SetIdentityMailFromDomain',
    { ...acme, MailFromDomain: 'm.acme.dev', BehaviorOnMXFailure: 'RejectMessage' },
  ],
  [
    'GetIdentityMailFromDomainAttributes',
    names,
    {
      MailFromDomainAttributes: {
        'acme.dev': {
          MailFromDomain: 'm.acme.dev',
          MailFromDomainStatus: 'Success',
          BehaviorOnMXFailure: 'RejectMessage',
        },
      },
    },
  ],
  ['SetIdentityFeedbackForwardingEnabled', { ...acme, ForwardingEnabled: false }],
  ['SetIdentityHeadersInNotificationsEnabled', { ...acme, NotificationType: 'Bounce', Enabled: true }],
  ['SetIdentityNotificationTopic', { ...acme, NotificationType: 'Bounce', SnsTopic: sns.TopicARN }],
  [
    'GetIdentityNotificationAttributes',
    names,
    {
      NotificationAttributes: {
        'acme.dev': {
          BounceTopic: sns.TopicARN,
          ForwardingEnabled: false,
          HeadersInBounceNotificationsEnabled: true,
        },
      },
    },
  ],
  ['PutIdentityPolicy', { ...acme, PolicyName: 'all', Policy: '{"a":1}' }],
  ['ListIdentityPolicies', acme, { PolicyNames: ['all'] }],
  ['GetIdentityPolicies', { ...acme, PolicyNames: ['all'] }, { Policies: { all: '{"a":1}' } }],
  ['DeleteIdentityPolicy', { ...acme, PolicyName: 'all' }],
  ['ListIdentityPolicies', acme, { PolicyNames: [] }],
];

const setRows: readonly DataRow[] = [
  ['CreateConfigurationSet', { ConfigurationSet: { Name: 'shop' } }],
  ['ListConfigurationSets', {}, { ConfigurationSets: [{ Name: 'shop' }] }],
  ['CreateConfigurationSetEventDestination', { ...set, EventDestination: destination }],
  [
    'UpdateConfigurationSetEventDestination',
    { ...set, EventDestination: { ...destination, Enabled: false } },
  ],
  [
    'CreateConfigurationSetTrackingOptions',
    { ...set, TrackingOptions: { CustomRedirectDomain: 'r.acme.dev' } },
  ],
  [
    'UpdateConfigurationSetTrackingOptions',
    { ...set, TrackingOptions: { CustomRedirectDomain: 's.acme.dev' } },
  ],
  ['PutConfigurationSetDeliveryOptions', { ...set, DeliveryOptions: { TlsPolicy: 'Require' } }],
  ['UpdateConfigurationSetReputationMetricsEnabled', { ...set, Enabled: true }],
  ['UpdateConfigurationSetSendingEnabled', { ...set, Enabled: true }],
  [
    'DescribeConfigurationSet',
    {
      ...set,
      ConfigurationSetAttributeNames: [
        'eventDestinations',
        'trackingOptions',
        'deliveryOptions',
        'reputationOptions',
      ],
    },
    {
      ConfigurationSet: { Name: 'shop' },
      EventDestinations: [{ ...destination, Enabled: false }],
      TrackingOptions: { CustomRedirectDomain: 's.acme.dev' },
      DeliveryOptions: { TlsPolicy: 'Require' },
      ReputationOptions: { ReputationMetricsEnabled: true, SendingEnabled: true },
    },
  ],
  ['DeleteConfigurationSetTrackingOptions', set],
  ['DeleteConfigurationSetEventDestination', { ...set, EventDestinationName: 'sns' }],
  [
    'DescribeConfigurationSet',
    { ...set, ConfigurationSetAttributeNames: ['eventDestinations'] },
    { EventDestinations: [] },
  ],
];

const templateRows: readonly DataRow[] = [
  ['CreateTemplate', { Template: template }],
  ['GetTemplate', { TemplateName: 'welcome' }, { Template: template }],
  ['UpdateTemplate', { Template: { ...template, SubjectPart: 'Hello {{name}}' } }],
  ['ListTemplates', {}, { TemplatesMetadata: [{ Name: 'welcome', CreatedTimestamp: expect.anything() }] }],
  [
    'TestRenderTemplate',
    { TemplateName: 'welcome', TemplateData: '{"name":"Bob"}' },
    { RenderedTemplate: expect.stringContaining('Subject: Hello Bob') },
  ],
  ['CreateCustomVerificationEmailTemplate', custom],
  ['UpdateCustomVerificationEmailTemplate', { ...custom, TemplateSubject: 'Verify now' }],
  [
    'GetCustomVerificationEmailTemplate',
    { TemplateName: 'verify' },
    { ...custom, TemplateSubject: 'Verify now' },
  ],
  [
    'ListCustomVerificationEmailTemplates',
    {},
    { CustomVerificationEmailTemplates: [{ TemplateName: 'verify', TemplateSubject: 'Verify now' }] },
  ],
  ['SendCustomVerificationEmail', { EmailAddress: 'new@example.com', TemplateName: 'verify' }, sent],
  ['DeleteCustomVerificationEmailTemplate', { TemplateName: 'verify' }],
];

const mailRows: readonly DataRow[] = [
  ['UpdateAccountSendingEnabled', { Enabled: true }],
  ['GetAccountSendingEnabled', {}, { Enabled: true }],
  [
    'SendEmail',
    {
      Source: 'Ann <ann@acme.dev>',
      Destination: to,
      Message: { Subject: { Data: 'Hi' }, Body: { Text: { Data: 'x' } } },
      Tags: [{ Name: 'a', Value: 'b' }],
      ...set,
    },
    sent,
  ],
  [
    'SendRawEmail',
    {
      RawMessage: {
        Data: new TextEncoder().encode('From: ann@acme.dev\r\nTo: bob@example.com\r\nSubject: Raw\r\n\r\nx'),
      },
    },
    sent,
  ],
  [
    'SendTemplatedEmail',
    { Source: 'ann@acme.dev', Destination: to, Template: 'welcome', TemplateData: '{"name":"Bob"}' },
    sent,
  ],
  [
    'SendBulkTemplatedEmail',
    {
      Source: 'ann@acme.dev',
      Template: 'welcome',
      DefaultTemplateData: '{"name":"x"}',
      Destinations: [{ Destination: to }, { Destination: to, ReplacementTemplateData: '{"name":"Bob"}' }],
    },
    {
      Status: [
        { Status: 'Success', ...sent },
        { Status: 'Success', ...sent },
      ],
    },
  ],
  ['GetSendQuota', {}, { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: expect.any(Number) }],
  [
    'GetSendStatistics',
    {},
    {
      SendDataPoints: [
        { DeliveryAttempts: expect.any(Number), Bounces: expect.any(Number), Complaints: 0, Rejects: 0 },
      ],
    },
  ],
  ['DeleteTemplate', { TemplateName: 'welcome' }],
  ['DeleteConfigurationSet', set],
  ['DeleteIdentity', acme],
  ['ListIdentities', {}, { Identities: ['ann@acme.dev'] }],
];

export const sesV1Rows = [...identityRows, ...setRows, ...templateRows, ...mailRows];
