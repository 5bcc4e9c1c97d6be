// The operations of SES's API v2: name, input, and the part of the answer that matters.
import { expect } from 'vitest';
import { type DataRow, sesV2AccountRows } from './ses-v2-account-rows.ts';

const set = { ConfigurationSetName: 'shop' };
const template = { TemplateName: 'welcome' };
const content = { Subject: 'Hi {{name}}', Html: '<p>Hi {{name}}</p>', Text: 'Hi {{name}}' };
const custom = {
  TemplateName: 'verify',
  FromEmailAddress: 'ann@acme.dev',
  TemplateSubject: 'Verify',
  TemplateContent: '<p>Please verify</p>',
  SuccessRedirectionURL: 'https://acme.dev/yes',
  FailureRedirectionURL: 'https://acme.dev/no',
};
const list = { ContactListName: 'news' };
const topic = { TopicName: 'jobs', DisplayName: 'Jobs', DefaultSubscriptionStatus: 'OPT_OUT' };
const bob = { ...list, EmailAddress: 'bob@example.com' };
const suppressed = { EmailAddress: 'gone@example.com' };
const mail = {
  FromEmailAddress: 'ann@acme.dev',
  Destination: { ToAddresses: ['bob@example.com'] },
  Content: { Simple: { Subject: { Data: 'Hi' }, Body: { Text: { Data: 'x' } } } },
};

const templateRows: readonly DataRow[] = [
  ['CreateEmailTemplate', { ...template, TemplateContent: content }],
  ['UpdateEmailTemplate', { ...template, TemplateContent: { ...content, Subject: 'Hello {{name}}' } }],
  ['GetEmailTemplate', template, { ...template, TemplateContent: { ...content, Subject: 'Hello {{name}}' } }],
  ['ListEmailTemplates', {}, { TemplatesMetadata: [{ ...template, CreatedTimestamp: expect.anything() }] }],
  [
    'TestRenderEmailTemplate',
    { ...template, TemplateData: '{"name":"Bob"}' },
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
  [
    'SendCustomVerificationEmail',
    { EmailAddress: 'new@example.com', TemplateName: 'verify' },
    { MessageId: expect.any(String) },
  ],
  ['DeleteCustomVerificationEmailTemplate', { TemplateName: 'verify' }],
];

const contactRows: readonly DataRow[] = [
  ['CreateContactList', { ...list, Topics: [topic], Description: 'News' }],
  [
    'UpdateContactList',
    {
      ...list,
      Topics: [topic, { ...topic, TopicName: 'tips', DisplayName: 'Tips' }],
      Description: 'All news',
    },
  ],
  [
    'GetContactList',
    list,
    {
      ...list,
      Description: 'All news',
      Topics: [topic, { TopicName: 'tips' }],
      CreatedTimestamp: expect.anything(),
      LastUpdatedTimestamp: expect.anything(),
    },
  ],
  ['ListContactLists', {}, { ContactLists: [{ ...list, LastUpdatedTimestamp: expect.anything() }] }],
  [
    'CreateContact',
    {
      ...bob,
      TopicPreferences: [{ TopicName: 'jobs', SubscriptionStatus: 'OPT_IN' }],
      AttributesData: '{"a":1}',
    },
  ],
  [
    'UpdateContact',
    {
      ...bob,
      TopicPreferences: [{ TopicName: 'tips', SubscriptionStatus: 'OPT_IN' }],
      UnsubscribeAll: false,
    },
  ],
  [
    'GetContact',
    bob,
    {
      ...bob,
      UnsubscribeAll: false,
      TopicPreferences: [{ TopicName: 'tips', SubscriptionStatus: 'OPT_IN' }],
      TopicDefaultPreferences: [{ TopicName: 'jobs', SubscriptionStatus: 'OPT_OUT' }, { TopicName: 'tips' }],
      CreatedTimestamp: expect.anything(),
    },
  ],
  [
    'ListContacts',
    { ...list, Filter: { FilteredStatus: 'OPT_IN', TopicFilter: { TopicName: 'tips' } } },
    { Contacts: [{ EmailAddress: 'bob@example.com' }] },
  ],
  ['DeleteContact', bob],
  ['DeleteContactList', list],
  ['ListContactLists', {}, { ContactLists: [] }],
  ['PutSuppressedDestination', { ...suppressed, Reason: 'BOUNCE' }],
  [
    'GetSuppressedDestination',
    suppressed,
    { SuppressedDestination: { ...suppressed, Reason: 'BOUNCE', LastUpdateTime: expect.anything() } },
  ],
  ['ListSuppressedDestinations', { Reasons: ['BOUNCE'] }, { SuppressedDestinationSummaries: [suppressed] }],
  ['DeleteSuppressedDestination', suppressed],
];

const mailRows: readonly DataRow[] = [
  ['PutConfigurationSetSendingOptions', { ...set, SendingEnabled: true }],
  [
    'SendEmail',
    { ...mail, ...set, EmailTags: [{ Name: 'a', Value: 'b' }] },
    { MessageId: expect.any(String) },
  ],
  [
    'SendEmail',
    { ...mail, Content: { Template: { ...template, TemplateData: '{"name":"Bob"}' } } },
    { MessageId: expect.any(String) },
  ],
  [
    'SendBulkEmail',
    {
      FromEmailAddress: 'ann@acme.dev',
      DefaultContent: { Template: { ...template, TemplateData: '{"name":"x"}' } },
      BulkEmailEntries: [{ Destination: { ToAddresses: ['bob@example.com'] } }],
    },
    { BulkEmailEntryResults: [{ Status: 'SUCCESS', MessageId: expect.any(String) }] },
  ],
  ['DeleteEmailTemplate', template],
  ['DeleteConfigurationSet', set],
  ['ListConfigurationSets', {}, { ConfigurationSets: [] }],
];

export const sesV2Rows = [...sesV2AccountRows, ...templateRows, ...contactRows, ...mailRows];
