// The operations of @getbrevo/brevo by the names of its client.
import { expect } from 'vitest';
import type { Foreign } from './mailpit-clients.ts';
import type { Row } from './operations.ts';

const bob = 'bob@example.com';
const url = 'http://127.0.0.1:9/a';
const found = (part: object) => (all: Foreign) =>
  expect(all).toEqual(expect.arrayContaining([expect.objectContaining(part)]));

const accountRows = ({ account, senders, domains, webhooks }: Foreign): readonly Row[] => {
  let [senderId, webhookId] = [0, 0];
  const domainName = 'acme.dev';
  return [
    [
      'account.getAccount',
      () => account.getAccount(),
      { email: expect.any(String), plan: expect.any(Array) },
    ],
    [
      'senders.createSender',
      async () => {
        const made = await senders.createSender({ name: 'Ann', email: 'ann@acme.dev' });
        senderId = made.id;
        return made;
      },
      { id: expect.any(Number), spfError: false },
    ],
    ['senders.updateSender', () => senders.updateSender({ senderId, name: 'Anna' }), undefined],
    ['senders.validateSenderByOtp', () => senders.validateSenderByOtp({ senderId, otp: 123456 }), undefined],
    [
      'senders.getSenders',
      () => senders.getSenders(),
      { senders: [{ name: 'Anna', email: 'ann@acme.dev', active: true }] },
    ],
    ['senders.deleteSender', () => senders.deleteSender({ senderId }), undefined],
    ['senders.getSenders', () => senders.getSenders(), { senders: [] }],
    [
      'domains.createDomain',
      () => domains.createDomain({ name: domainName }),
      { domain_name: domainName, dns_records: expect.any(Object) },
    ],
    [
      'domains.getDomains',
      () => domains.getDomains(),
      { domains: [{ domain_name: domainName, authenticated: true }] },
    ],
    [
      'domains.getDomainConfiguration',
      () => domains.getDomainConfiguration({ domainName }),
      { domain: domainName, verified: true },
    ],
    [
      'domains.authenticateDomain',
      () => domains.authenticateDomain({ domainName }),
      { domain_name: domainName },
    ],
    ['domains.deleteDomain', () => domains.deleteDomain({ domainName }), undefined],
    ['domains.getDomains', () => domains.getDomains(), { domains: [] }],
    [
      'webhooks.createWebhook',
      async () => {
        const made = await webhooks.createWebhook({ url, events: ['delivered'], type: 'transactional' });
        webhookId = made.id;
        return made;
      },
      { id: expect.any(Number) },
    ],
    [
      'webhooks.updateWebhook',
      () => webhooks.updateWebhook({ webhookId, description: 'd', events: ['opened'] }),
      undefined,
    ],
    [
      'webhooks.getWebhook',
      () => webhooks.getWebhook({ webhookId }),
      { url, events: ['opened'], description: 'd', type: 'transactional' },
    ],
    ['webhooks.getWebhooks', () => webhooks.getWebhooks(), { webhooks: [{ url }] }],
    ['webhooks.deleteWebhook', () => webhooks.deleteWebhook({ webhookId }), undefined],
    ['webhooks.getWebhooks', () => webhooks.getWebhooks(), { webhooks: [] }],
  ];
};

const listRows = ({ contacts }: Foreign): readonly Row[] => {
  let [folderId, listId] = [0, 0];
  return [
    [
      'contacts.createFolder',
      async () => {
        const made = await contacts.createFolder({ name: 'F' });
        folderId = made.id;
        return made;
      },
      { id: 2 },
    ],
    [
      'contacts.updateFolder',
      () => contacts.updateFolder({ folderId, body: { name: 'G' }, name: 'G' }),
      undefined,
    ],
    [
      'contacts.getFolder',
      () => contacts.getFolder({ folderId }),
      { id: 2, name: 'G', uniqueSubscribers: 0 },
    ],
    [
      'contacts.getFolders',
      () => contacts.getFolders({ limit: 10, offset: 0 }),
      { count: 2, folders: [{ name: 'G' }, { id: 1 }] },
    ],
    [
      'contacts.createList',
      async () => {
        const made = await contacts.createList({ name: 'L', folderId });
        listId = made.id;
        return made;
      },
      { id: expect.any(Number) },
    ],
    ['contacts.updateList', () => contacts.updateList({ listId, name: 'M' }), undefined],
    ['contacts.getList', () => contacts.getList({ listId }), { name: 'M', folderId: 2, totalSubscribers: 0 }],
    [
      'contacts.getFolderLists',
      () => contacts.getFolderLists({ folderId }),
      { count: 1, lists: [{ name: 'M' }] },
    ],
    ['contacts.getLists', () => contacts.getLists(), { count: 1, lists: [{ name: 'M' }] }],
    [
      'contacts.createContact',
      () => contacts.createContact({ email: bob, attributes: { FIRSTNAME: 'Bob' }, ext_id: 'x1' }),
      { id: expect.any(Number) },
    ],
    [
      'contacts.addContactToList',
      () => contacts.addContactToList({ listId, body: { emails: [bob] }, emails: [bob] }),
      { contacts: { success: [bob] } },
    ],
    [
      'contacts.getContactsFromList',
      () => contacts.getContactsFromList({ listId }),
      { count: 1, contacts: [{ email: bob }] },
    ],
    [
      'contacts.removeContactFromList',
      () => contacts.removeContactFromList({ listId, body: { emails: [bob] }, emails: [bob] }),
      { contacts: { success: [bob] } },
    ],
    [
      'contacts.updateContact',
      () => contacts.updateContact({ identifier: bob, attributes: { LASTNAME: 'B' }, listIds: [listId] }),
      undefined,
    ],
    [
      'contacts.getContactInfo',
      () => contacts.getContactInfo({ identifier: bob }),
      (one: Foreign) =>
        expect(one).toMatchObject({
          email: bob,
          attributes: { FIRSTNAME: 'Bob', LASTNAME: 'B' },
          listIds: [listId],
        }),
    ],
    [
      'contacts.updateBatchContacts',
      () =>
        contacts.updateBatchContacts({
          contacts: [{ email: bob, attributes: { FIRSTNAME: 'Bobby' }, unlinkListIds: [listId] }],
        }),
      undefined,
    ],
    [
      'contacts.getContacts',
      () => contacts.getContacts({ limit: 10 }),
      { count: 1, contacts: [{ attributes: { FIRSTNAME: 'Bobby' }, listIds: [] }] },
    ],
    ['contacts.getContactStats', () => contacts.getContactStats({ identifier: bob }), {}],
    [
      'contacts.importContacts',
      () => contacts.importContacts({ listIds: [listId], jsonBody: [{ email: 'eve@example.com' }] }),
      { processId: expect.any(Number) },
    ],
    ['contacts.getSegments', () => contacts.getSegments({}), { segments: [], count: 0 }],
    [
      'contacts.createAttribute',
      () =>
        contacts.createAttribute({
          attributeCategory: 'normal',
          attributeName: 'PLAN',
          type: 'multiple-choice',
          multiCategoryOptions: ['a', 'b'],
        }),
      undefined,
    ],
    [
      'contacts.updateAttribute',
      () =>
        contacts.updateAttribute({
          attributeCategory: 'normal',
          attributeName: 'PLAN',
          multiCategoryOptions: ['a', 'c'],
        }),
      undefined,
    ],
    [
      'contacts.deleteMultiAttributeOptions',
      () =>
        contacts.deleteMultiAttributeOptions({
          attributeType: 'multiple-choice',
          multipleChoiceAttribute: 'PLAN',
          multipleChoiceAttributeOption: 'c',
        }),
      undefined,
    ],
    [
      'contacts.getAttributes',
      () => contacts.getAttributes(),
      ({ attributes }: Foreign) =>
        found({ name: 'PLAN', category: 'normal', multiCategoryOptions: ['a'] })(attributes),
    ],
    [
      'contacts.deleteAttribute',
      () => contacts.deleteAttribute({ attributeCategory: 'normal', attributeName: 'PLAN' }),
      undefined,
    ],
    ['contacts.deleteContact', () => contacts.deleteContact({ identifier: bob }), undefined],
    ['contacts.deleteList', () => contacts.deleteList({ listId }), undefined],
    ['contacts.deleteFolder', () => contacts.deleteFolder({ folderId }), undefined],
    ['contacts.getFolders', () => contacts.getFolders({ limit: 10, offset: 0 }), { count: 1 }],
  ];
};

const mailRows = ({ transactionalEmails: mails, process, inboundParsing }: Foreign): readonly Row[] => {
  let [templateId, messageId, scheduled] = [0, '', ''];
  const sender = { email: 'ann@acme.dev', name: 'Ann' };
  const mail = { sender, to: [{ email: bob }], subject: 'Hi', htmlContent: '<p>x</p>', tags: ['t'] };
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  return [
    [
      'transactionalEmails.createSmtpTemplate',
      async () => {
        const made = await mails.createSmtpTemplate({
          templateName: 'T',
          subject: 'Hi {{ params.a }}',
          htmlContent: '<p>{{ params.a }}</p>',
          sender,
        });
        templateId = made.id;
        return made;
      },
      { id: expect.any(Number) },
    ],
    [
      'transactionalEmails.updateSmtpTemplate',
      () => mails.updateSmtpTemplate({ templateId, isActive: true }),
      undefined,
    ],
    [
      'transactionalEmails.getSmtpTemplate',
      () => mails.getSmtpTemplate({ templateId }),
      { name: 'T', isActive: true, subject: 'Hi {{ params.a }}' },
    ],
    [
      'transactionalEmails.getSmtpTemplates',
      () => mails.getSmtpTemplates({}),
      { count: 1, templates: [{ name: 'T' }] },
    ],
    [
      'transactionalEmails.postPreviewSmtpEmailTemplates',
      () => mails.postPreviewSmtpEmailTemplates({ templateId, email: bob, params: { a: 'b' } }),
      { subject: 'Hi b', html: '<p>b</p>' },
    ],
    [
      'transactionalEmails.sendTestTemplate',
      () => mails.sendTestTemplate({ templateId, body: { emailTo: ['me@acme.dev'] } }),
      undefined,
    ],
    [
      'transactionalEmails.sendTransacEmail',
      async () => {
        const sent = await mails.sendTransacEmail(mail);
        messageId = sent.messageId;
        return sent;
      },
      { messageId: expect.stringMatching(/^<.*>$/) },
    ],
    [
      'transactionalEmails.sendTransacEmail',
      async () => {
        const sent = await mails.sendTransacEmail({ ...mail, scheduledAt: soon });
        scheduled = sent.messageId;
        return sent;
      },
      { messageId: expect.any(String) },
    ],
    [
      'transactionalEmails.getScheduledEmailById',
      () => mails.getScheduledEmailById({ identifier: scheduled }),
      { status: 'queued' },
    ],
    [
      'transactionalEmails.deleteScheduledEmailById',
      () => mails.deleteScheduledEmailById({ identifier: scheduled }),
      undefined,
    ],
    [
      'transactionalEmails.getTransacEmailsList',
      () => mails.getTransacEmailsList({ messageId }),
      { count: 1, transactionalEmails: [{ email: bob }] },
    ],
    [
      'transactionalEmails.getTransacEmailContent',
      () => mails.getTransacEmailContent({ uuid: messageId.slice(1, -1) }),
      { email: bob, subject: 'Hi', body: '<p>x</p>', events: [{ name: 'delivered' }, { name: 'requests' }] },
    ],
    [
      'transactionalEmails.getEmailEventReport',
      () => mails.getEmailEventReport({ messageId }),
      { events: [{ event: 'delivered', email: bob }, { event: 'requests' }] },
    ],
    [
      'transactionalEmails.getAggregatedSmtpReport',
      () => mails.getAggregatedSmtpReport({ tag: 't' }),
      { requests: 1, delivered: 1, hardBounces: 0 },
    ],
    [
      'transactionalEmails.getSmtpReport',
      () => mails.getSmtpReport({ tag: 't' }),
      { reports: [{ requests: 1, delivered: 1, date: expect.any(String) }] },
    ],
    [
      'transactionalEmails.deleteAnSmtpTransactionalLog',
      () => mails.deleteAnSmtpTransactionalLog({ identifier: messageId }),
      undefined,
    ],
    [
      'transactionalEmails.getTransacEmailsList',
      () => mails.getTransacEmailsList({ messageId }),
      { count: 0 },
    ],
    ['transactionalEmails.blockNewDomain', () => mails.blockNewDomain({ domain: 'bad.dev' }), undefined],
    ['transactionalEmails.getBlockedDomains', () => mails.getBlockedDomains(), { domains: ['bad.dev'] }],
    [
      'transactionalEmails.deleteBlockedDomain',
      () => mails.deleteBlockedDomain({ domain: 'bad.dev' }),
      undefined,
    ],
    [
      'transactionalEmails.sendTransacEmail',
      () => mails.sendTransacEmail({ ...mail, to: [{ email: 'bounce@example.com' }] }),
      {},
    ],
    [
      'transactionalEmails.getTransacBlockedContacts',
      () => mails.getTransacBlockedContacts({}),
      { contacts: [{ email: 'bounce@example.com', reason: { code: 'hardBounce' } }] },
    ],
    [
      'transactionalEmails.deleteHardbounces',
      () => mails.deleteHardbounces({ contactEmail: 'bounce@example.com' }),
      undefined,
    ],
    [
      'transactionalEmails.sendTransacEmail',
      () => mails.sendTransacEmail({ ...mail, to: [{ email: 'bounce@example.com' }] }),
      {},
    ],
    [
      'transactionalEmails.unblockOrResubscribeATransactionalContact',
      () => mails.unblockOrResubscribeATransactionalContact({ email: 'bounce@example.com' }),
      undefined,
    ],
    [
      'transactionalEmails.getTransacBlockedContacts',
      () => mails.getTransacBlockedContacts({}),
      { count: 0 },
    ],
    [
      'transactionalEmails.updateSmtpTemplate',
      () => mails.updateSmtpTemplate({ templateId, isActive: false }),
      undefined,
    ],
    [
      'inboundParsing.getInboundEmailAttachment',
      () =>
        inboundParsing.getInboundEmailAttachment({
          downloadToken: Buffer.from('0 arrived').toString('base64url'),
        }),
      undefined,
    ],
    ['transactionalEmails.deleteSmtpTemplate', () => mails.deleteSmtpTemplate({ templateId }), undefined],
    [
      'process.getProcesses',
      () => process.getProcesses({}),
      { processes: [{ status: 'completed', name: 'IMPORTUSER' }] },
    ],
    [
      'process.getProcess',
      async () => {
        const { processes } = await process.getProcesses({});
        return process.getProcess({ processId: processes[0].id });
      },
      { status: 'completed' },
    ],
  ];
};

export const brevoRows = (client: Foreign): readonly Row[] => [
  ...accountRows(client),
  ...listRows(client),
  ...mailRows(client),
];
