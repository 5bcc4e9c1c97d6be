// The operations of SES's API v2 for the account, its configuration sets and identities.
import { expect } from 'vitest';

/** Name, input, and the part of the answer that matters. */
export type DataRow = readonly [operation: string, input: object, answer?: object];

const set = { ConfigurationSetName: 'shop' };
const destination = { ...set, EventDestinationName: 'sns' };
const sns = { TopicArn: 'arn:aws:sns:us-east-1:000000000000:sandbox' };
const definition = { Enabled: true, MatchingEventTypes: ['SEND', 'BOUNCE'], SnsDestination: sns };
const acme = { EmailIdentity: 'acme.dev' };
const policy = { ...acme, PolicyName: 'all' };
const arn = { ResourceArn: 'arn:aws:ses:us-east-1:000000000000:identity/acme.dev' };

const accountRows: readonly DataRow[] = [
  ['PutAccountSendingAttributes', { SendingEnabled: false }],
  ['PutAccountSendingAttributes', { SendingEnabled: true }],
  ['PutAccountSuppressionAttributes', { SuppressedReasons: ['BOUNCE'] }],
  ['PutAccountVdmAttributes', { VdmAttributes: { VdmEnabled: 'ENABLED' } }],
  ['PutAccountDetails', { MailType: 'TRANSACTIONAL', WebsiteURL: 'https://acme.dev', ContactLanguage: 'EN' }],
  ['PutAccountDeliveryAttributes', { SharedPoolDeliveryMode: 'GLOBAL' }],
  ['PutAccountPricingAttributes', { Plan: 'STANDARD' }],
  [
    'GetAccount',
    {},
    {
      SendingEnabled: true,
      SendQuota: { MaxSendRate: 14 },
      SuppressionAttributes: { SuppressedReasons: ['BOUNCE'] },
      VdmAttributes: { VdmEnabled: 'ENABLED' },
      Details: { MailType: 'TRANSACTIONAL', WebsiteURL: 'https://acme.dev' },
      DeliveryAttributes: { SharedPoolDeliveryMode: 'GLOBAL' },
    },
  ],
];

const setRows: readonly DataRow[] = [
  [
    'CreateConfigurationSet',
    { ...set, SendingOptions: { SendingEnabled: true }, Tags: [{ Key: 'a', Value: 'b' }] },
  ],
  ['ListConfigurationSets', {}, { ConfigurationSets: ['shop'] }],
  ['PutConfigurationSetArchivingOptions', { ...set, ArchiveArn: 'arn:aws:ses:us-east-1:0:archive/a' }],
  ['PutConfigurationSetDeliveryOptions', { ...set, TlsPolicy: 'REQUIRE', MaxDeliverySeconds: 600 }],
  ['PutConfigurationSetReputationOptions', { ...set, ReputationMetricsEnabled: true }],
  ['PutConfigurationSetSendingOptions', { ...set, SendingEnabled: false }],
  ['PutConfigurationSetSuppressionOptions', { ...set, SuppressedReasons: ['COMPLAINT'] }],
  ['PutConfigurationSetTrackingOptions', { ...set, CustomRedirectDomain: 'r.acme.dev' }],
  [
    'PutConfigurationSetVdmOptions',
    { ...set, VdmOptions: { DashboardOptions: { EngagementMetrics: 'ENABLED' } } },
  ],
  ['UpdateConfigurationSet', { ...set, MessageSecurityOptions: {} }],
  [
    'GetConfigurationSet',
    set,
    {
      ...set,
      ArchivingOptions: { ArchiveArn: 'arn:aws:ses:us-east-1:0:archive/a' },
      DeliveryOptions: { TlsPolicy: 'REQUIRE', MaxDeliverySeconds: 600 },
      ReputationOptions: { ReputationMetricsEnabled: true },
      SendingOptions: { SendingEnabled: false },
      SuppressionOptions: { SuppressedReasons: ['COMPLAINT'] },
      TrackingOptions: { CustomRedirectDomain: 'r.acme.dev' },
      VdmOptions: { DashboardOptions: { EngagementMetrics: 'ENABLED' } },
      Tags: [{ Key: 'a', Value: 'b' }],
    },
  ],
  ['CreateConfigurationSetEventDestination', { ...destination, EventDestination: definition }],
  [
    'UpdateConfigurationSetEventDestination',
    { ...destination, EventDestination: { ...definition, Enabled: false } },
  ],
  [
    'GetConfigurationSetEventDestinations',
    set,
    { EventDestinations: [{ Name: 'sns', ...definition, Enabled: false }] },
  ],
  ['DeleteConfigurationSetEventDestination', destination],
  ['GetConfigurationSetEventDestinations', set, { EventDestinations: [] }],
];

const identityRows: readonly DataRow[] = [
  [
    'CreateEmailIdentity',
    { ...acme, Tags: [{ Key: 'a', Value: 'b' }] },
    {
      IdentityType: 'DOMAIN',
      VerifiedForSendingStatus: true,
      DkimAttributes: {
        Status: 'SUCCESS',
        SigningEnabled: true,
        Tokens: [expect.any(String), expect.any(String), expect.any(String)],
      },
    },
  ],
  ['CreateEmailIdentity', { EmailIdentity: 'ann@acme.dev' }, { IdentityType: 'EMAIL_ADDRESS' }],
  [
    'ListEmailIdentities',
    { PageSize: 10 },
    {
      EmailIdentities: [
        {
          IdentityName: 'acme.dev',
          IdentityType: 'DOMAIN',
          SendingEnabled: true,
          VerificationStatus: 'SUCCESS',
        },
        { IdentityName: 'ann@acme.dev', IdentityType: 'EMAIL_ADDRESS' },
      ],
    },
  ],
  ['PutEmailIdentityConfigurationSetAttributes', { ...acme, ...set }],
  ['PutEmailIdentityDkimAttributes', { ...acme, SigningEnabled: false }],
  [
    'PutEmailIdentityDkimSigningAttributes',
    { ...acme, SigningAttributesOrigin: 'AWS_SES' },
    { DkimStatus: 'SUCCESS', DkimTokens: [expect.any(String), expect.any(String), expect.any(String)] },
  ],
  ['PutEmailIdentityFeedbackAttributes', { ...acme, EmailForwardingEnabled: false }],
  [
    'PutEmailIdentityMailFromAttributes',
    { ...acme, MailFromDomain: 'm.acme.dev', BehaviorOnMxFailure: 'REJECT_MESSAGE' },
  ],
  ['CreateEmailIdentityPolicy', { ...policy, Policy: '{"a":1}' }],
  ['UpdateEmailIdentityPolicy', { ...policy, Policy: '{"a":2}' }],
  ['GetEmailIdentityPolicies', acme, { Policies: { all: '{"a":2}' } }],
  ['TagResource', { ...arn, Tags: [{ Key: 'c', Value: 'd' }] }],
  [
    'ListTagsForResource',
    arn,
    {
      Tags: [
        { Key: 'a', Value: 'b' },
        { Key: 'c', Value: 'd' },
      ],
    },
  ],
  ['UntagResource', { ...arn, TagKeys: ['a'] }],
  [
    'GetEmailIdentity',
    acme,
    {
      IdentityType: 'DOMAIN',
      VerifiedForSendingStatus: true,
      VerificationStatus: 'SUCCESS',
      ConfigurationSetName: 'shop',
      FeedbackForwardingStatus: false,
      DkimAttributes: { SigningEnabled: false },
      MailFromAttributes: {
        MailFromDomain: 'm.acme.dev',
        MailFromDomainStatus: 'SUCCESS',
        BehaviorOnMxFailure: 'REJECT_MESSAGE',
      },
      Policies: { all: '{"a":2}' },
      Tags: [{ Key: 'c', Value: 'd' }],
    },
  ],
  ['DeleteEmailIdentityPolicy', policy],
  ['DeleteEmailIdentity', acme],
  ['ListEmailIdentities', {}, { EmailIdentities: [{ IdentityName: 'ann@acme.dev' }] }],
];

export const sesV2AccountRows = [...accountRows, ...setRows, ...identityRows];
