// Every operation of the official SDK of Postmark, against the door.
import { describe, expect } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { installMailSdk } from './support/mail-sdks.ts';
import type { Foreign } from './support/mailpit-clients.ts';
import { describeSdk, methodsOf, type SdkRow } from './support/sdk-table.ts';

const sdk = await obtain("Postmark's SDK", () => installMailSdk('postmark'));

const text = expect.any(String);
const number = expect.any(Number);
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const mail = {
  From: 'Ann <ann@acme.dev>',
  To: 'Bob <bob@example.com>',
  Subject: 'Hi',
  HtmlBody: '<p>Hi</p>',
};
const accepted = { ErrorCode: 0, Message: 'OK', MessageID: text, SubmittedAt: date };
const done = { ErrorCode: 0, Message: text };

/** The code of the error that a call ends with. */
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: Foreign) => error.code,
  );
const filters = () => ({ count: 10, offset: 0 });

/** Sends to an address whose word makes an event, and waits for it. */
async function happen(server: Foreign, word: string, more = {}): Promise<string> {
  const { MessageID } = await server.sendEmail({ ...mail, To: `${word}@example.com`, ...more });
  await expect
    .poll(async () => (await server.getOutboundMessageDetails(MessageID)).MessageEvents.length)
    .toBeGreaterThan(word === 'bounce' ? 0 : 1);
  return MessageID;
}

const sending: Record<string, SdkRow> = {
  'server.sendEmail': async ({ server }, { mailbox }) => {
    expect(await server.sendEmail(mail)).toMatchObject({ ...accepted, To: mail.To });
    expect(mailbox.list()).toMatchObject([{ parsed: { subject: 'Hi', html: '<p>Hi</p>' } }]);
    expect(await code(server.sendEmail({ ...mail, To: 'nobody' }))).toBe(300);
  },
  'server.sendEmailBatch': async ({ server }) =>
    expect(await server.sendEmailBatch([mail, { ...mail, From: '' }])).toMatchObject([
      accepted,
      { ErrorCode: 300 },
    ]),
  'server.sendEmailWithTemplate': async ({ server }, { mailbox }) => {
    const content = { Name: 'T', Alias: 'hello', Subject: 'Hi {{name}}', HtmlBody: '<p>{{name}}</p>' };
    await server.createTemplate(content);
    const { From, To } = mail;
    const given = { From, To, TemplateAlias: 'hello', TemplateModel: { name: 'Bob' } };
    expect(await server.sendEmailWithTemplate(given)).toMatchObject(accepted);
    expect(mailbox.list()).toMatchObject([{ parsed: { subject: 'Hi Bob', html: '<p>Bob</p>' } }]);
    expect(await code(server.sendEmailWithTemplate({ ...given, TemplateAlias: 'other' }))).toBe(1101);
  },
  'server.sendEmailBatchWithTemplates': async ({ server }) => {
    await server.createTemplate({ Name: 'T', Alias: 'hello', Subject: 'Hi', TextBody: '{{name}}' });
    const { From, To } = mail;
    const given = { From, To, TemplateAlias: 'hello', TemplateModel: { name: 'Bob' } };
    const answers = await server.sendEmailBatchWithTemplates([given, { ...given, TemplateAlias: 'other' }]);
    expect(answers).toMatchObject([accepted, { ErrorCode: 1101 }]);
  },
  'server.sendBulkEmail': async ({ server }, { mailbox }) => {
    const { From, HtmlBody } = mail;
    const Messages = [{ To: 'bob@example.com', TemplateModel: { n: 1 } }, { To: 'cleo@example.com' }];
    const sent = await server.sendBulkEmail({ From, HtmlBody, Subject: 'Hi {{n}}', Messages });
    expect(sent).toMatchObject({ Id: text, Status: 'Accepted', SubmittedAt: date });
    expect(mailbox.list().map(({ parsed }) => parsed.subject)).toEqual(['Hi 1', 'Hi ']);
  },
  'server.getBulkEmailStatus': async ({ server }) => {
    const { From, HtmlBody, Subject } = mail;
    const { Id } = await server.sendBulkEmail({ From, HtmlBody, Subject, Messages: [{ To: mail.To }] });
    const shown = { Id, Status: 'Completed', TotalMessages: 1, PercentageCompleted: 100, Subject };
    expect(await server.getBulkEmailStatus(Id)).toMatchObject({ ...shown, SubmittedAt: date });
  },
};

const bounce = {
  Type: 'HardBounce',
  TypeCode: 1,
  Email: 'bounce@example.com',
  Inactive: true,
  CanActivate: true,
};

const bounces: Record<string, SdkRow> = {
  'server.getDeliveryStatistics': async ({ server }) => {
    await happen(server, 'bounce');
    const { InactiveMails, Bounces } = await server.getDeliveryStatistics();
    expect(InactiveMails).toBe(1);
    expect(Bounces).toContainEqual({ Name: text, Type: 'HardBounce', Count: 1 });
  },
  'server.getBounces': async ({ server }) => {
    const MessageID = await happen(server, 'bounce');
    const shown = { ...bounce, ID: number, MessageID, BouncedAt: date, MessageStream: 'outbound' };
    expect(await server.getBounces(filters())).toMatchObject({ TotalCount: 1, Bounces: [shown] });
    expect(await server.getBounces({ ...filters(), type: 'Transient' })).toMatchObject({ TotalCount: 0 });
    expect(await server.getBounces({ ...filters(), messageID: MessageID })).toMatchObject({ TotalCount: 1 });
  },
  'server.getBounce': async ({ server }) => {
    await happen(server, 'bounce');
    const [{ ID }] = (await server.getBounces(filters())).Bounces;
    expect(await server.getBounce(ID)).toMatchObject({ ...bounce, ID, Content: text });
    expect(await code(server.getBounce(99_999_999))).toBe(1001);
  },
  'server.getBounceDump': async ({ server }) => {
    await happen(server, 'bounce');
    const [{ ID }] = (await server.getBounces(filters())).Bounces;
    expect(await server.getBounceDump(ID)).toEqual({ Body: text });
  },
  'server.activateBounce': async ({ server }) => {
    await happen(server, 'bounce');
    expect(await code(server.sendEmail({ ...mail, To: 'bounce@example.com' }))).toBe(406);
    const [{ ID }] = (await server.getBounces(filters())).Bounces;
    const activated = await server.activateBounce(ID);
    expect(activated).toMatchObject({ Message: 'OK', Bounce: { ID, Inactive: false } });
    expect(await server.sendEmail({ ...mail, To: 'bounce@example.com' })).toMatchObject(accepted);
  },
};

const template = { Name: 'T', Alias: 'hello', Subject: 'Hi {{name}}', HtmlBody: '<p>{{name}}</p>' };
const shownTemplate = { Name: 'T', Alias: 'hello', Active: true, TemplateType: 'Standard' };

const templates: Record<string, SdkRow> = {
  'server.createTemplate': async ({ server }) =>
    expect(await server.createTemplate(template)).toMatchObject({ ...shownTemplate, TemplateId: number }),
  'server.getTemplate': async ({ server }) => {
    const { TemplateId } = await server.createTemplate(template);
    const { Subject, HtmlBody } = template;
    const content = { Subject, HtmlBody, TextBody: null, AssociatedServerId: number, LayoutTemplate: null };
    expect(await server.getTemplate('hello')).toMatchObject({ ...shownTemplate, ...content, TemplateId });
    expect(await code(server.getTemplate('other'))).toBe(1101);
  },
  'server.getTemplates': async ({ server }) => {
    const { TemplateId } = await server.createTemplate(template);
    await server.createTemplate({
      Name: 'L',
      Alias: 'lay',
      HtmlBody: '{{{@content}}}',
      TemplateType: 'Layout',
    });
    expect(await server.getTemplates(filters())).toMatchObject({ TotalCount: 2 });
    const standard = { TotalCount: 1, Templates: [{ ...shownTemplate, TemplateId, LayoutTemplate: null }] };
    expect(await server.getTemplates({ ...filters(), templateType: 'Standard' })).toMatchObject(standard);
  },
  'server.editTemplate': async ({ server }) => {
    await server.createTemplate(template);
    expect(await server.editTemplate('hello', { Name: 'U' })).toMatchObject({ Name: 'U', Alias: 'hello' });
    expect(await server.getTemplate('hello')).toMatchObject({ Name: 'U', Subject: template.Subject });
  },
  'server.deleteTemplate': async ({ server }) => {
    const { TemplateId } = await server.createTemplate(template);
    expect(await server.deleteTemplate(TemplateId)).toMatchObject(done);
    expect(await code(server.getTemplate(TemplateId))).toBe(1101);
  },
  'server.validateTemplate': async ({ server }) => {
    const given = { Subject: 'Hi {{name}}', HtmlBody: '<p>{{user.id}}</p>', TextBody: '{{#a}}' };
    expect(await server.validateTemplate({ ...given, TestRenderModel: { name: 'Bob' } })).toMatchObject({
      AllContentIsValid: false,
      Subject: { ContentIsValid: true, ValidationErrors: [], RenderedContent: 'Hi Bob' },
      TextBody: { ContentIsValid: false, ValidationErrors: [{ Message: text }] },
      SuggestedTemplateModel: { name: 'name_Value', user: { id: 'id_Value' } },
    });
  },
  'account.pushTemplates': async ({ account, server }) => {
    await server.createTemplate(template);
    const request = { SourceServerID: 1, DestinationServerID: 2, PerformChanges: false };
    const action = { Action: text, Alias: 'hello', Name: 'T' };
    expect(await account.pushTemplates(request)).toMatchObject({ TotalCount: 1, Templates: [action] });
  },
};

const messages: Record<string, SdkRow> = {
  'server.getOutboundMessages': async ({ server }) => {
    const { MessageID } = await server.sendEmail({ ...mail, Tag: 'a', Cc: 'cleo@example.com' });
    const other = await server.sendEmail({ ...mail, Tag: 'b', Subject: 'Other' });
    const shown = {
      ...{ MessageID, Tag: 'a', Subject: 'Hi', From: mail.From, Status: 'Sent', ReceivedAt: date },
      ...{ To: [{ Email: 'bob@example.com', Name: 'Bob' }], Cc: [{ Email: 'cleo@example.com', Name: '' }] },
      ...{ Bcc: [], Recipients: ['bob@example.com', 'cleo@example.com'], Attachments: [], Metadata: {} },
      ...{ TrackOpens: false, TrackLinks: 'None', MessageStream: 'outbound', Sandboxed: false },
    };
    const find = (more: object) => server.getOutboundMessages({ ...filters(), ...more });
    expect(await find({ tag: 'a' })).toMatchObject({ TotalCount: 1, Messages: [shown] });
    for (const filter of [{ fromEmail: 'ann@acme.dev' }, { messageStream: 'outbound' }, { status: 'sent' }])
      expect(await find(filter)).toMatchObject({ TotalCount: 2 });
    expect(await find({ subject: 'Other' })).toMatchObject({ Messages: [{ MessageID: other.MessageID }] });
    expect(await find({ fromEmail: 'eve@acme.dev' })).toMatchObject({ TotalCount: 0, Messages: [] });
    expect(await find({ toDate: '2020-01-01' })).toMatchObject({ TotalCount: 0 });
  },
  'server.getOutboundMessageDetails': async ({ server }) => {
    const given = { ...mail, TextBody: 'Hi', Metadata: { a: '1' }, TrackOpens: true, TrackLinks: 'HtmlOnly' };
    const { MessageID } = await server.sendEmail(given);
    expect(await server.getOutboundMessageDetails(MessageID)).toMatchObject({
      ...{ MessageID, HtmlBody: '<p>Hi</p>', TextBody: 'Hi', Body: expect.stringContaining('Subject: Hi') },
      ...{ Metadata: { a: '1' }, TrackOpens: true, TrackLinks: 'HtmlOnly' },
      To: [{ Email: 'bob@example.com', Name: 'Bob' }],
      MessageEvents: [{ Recipient: 'bob@example.com', Type: 'Delivered', ReceivedAt: date, Details: {} }],
    });
    expect(await code(server.getOutboundMessageDetails('nobody'))).toBe(701);
  },
  'server.getOutboundMessageDump': async ({ server }) => {
    const { MessageID } = await server.sendEmail(mail);
    const { Body } = await server.getOutboundMessageDump(MessageID);
    expect(Body).toContain('Subject: Hi');
  },
  'server.getMessageOpens': async ({ server }) => {
    const MessageID = await happen(server, 'open');
    const shown = { RecordType: 'Open', MessageID, Recipient: 'open@example.com', ReceivedAt: date };
    expect(await server.getMessageOpens(filters())).toMatchObject({ TotalCount: 1, Opens: [shown] });
  },
  'server.getMessageOpensForSingleMessage': async ({ server }) => {
    const MessageID = await happen(server, 'open');
    await server.sendEmail(mail);
    const found = await server.getMessageOpensForSingleMessage(MessageID, filters());
    expect(found).toMatchObject({ TotalCount: 1, Opens: [{ MessageID, Client: {}, OS: {}, Geo: {} }] });
  },
  'server.getMessageClicks': async ({ server }) => {
    const MessageID = await happen(server, 'click');
    const shown = { RecordType: 'Click', MessageID, OriginalLink: text, ClickLocation: 'HTML' };
    expect(await server.getMessageClicks(filters())).toMatchObject({ TotalCount: 1, Clicks: [shown] });
  },
  'server.getMessageClicksForSingleMessage': async ({ server }) => {
    const MessageID = await happen(server, 'click');
    const found = await server.getMessageClicksForSingleMessage(MessageID, filters());
    expect(found).toMatchObject({ TotalCount: 1, Clicks: [{ MessageID }] });
  },
};

/** Statistics after an opened, a clicked and a bounced mail. */
const statistic = (method: string, expected: object): [string, SdkRow] => [
  `server.${method}`,
  async ({ server }) => {
    await happen(server, 'open');
    await happen(server, 'click', { Tag: 'x' });
    await happen(server, 'bounce');
    expect(await server[method]({})).toMatchObject(expected);
  },
];
const today = [{ Date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }];

const stats: Record<string, SdkRow> = Object.fromEntries([
  statistic('getOutboundOverview', {
    Sent: 3,
    Bounced: 1,
    BounceRate: expect.closeTo(33.3, 0),
    TotalClicks: 1,
  }),
  statistic('getSentCounts', { Days: [{ ...today[0], Sent: 3 }], Sent: 3 }),
  statistic('getBounceCounts', { Days: [{ ...today[0], HardBounce: 1 }], HardBounce: 1 }),
  statistic('getSpamComplaintsCounts', { Days: [], SpamComplaint: 0 }),
  statistic('getTrackedEmailCounts', { Days: [], Tracked: 0 }),
  statistic('getEmailOpenCounts', { Days: today, Opens: expect.any(Number), Unique: expect.any(Number) }),
  statistic('getEmailOpenPlatformUsage', { Days: today, Desktop: expect.any(Number) }),
  statistic('getEmailOpenClientUsage', { Days: today }),
  statistic('getEmailOpenReadTimes', { Days: today }),
  statistic('getClickCounts', { Days: [{ ...today[0], Clicks: 1, Unique: 1 }], Clicks: 1, Unique: 1 }),
  statistic('getClickBrowserUsage', { Days: today }),
  statistic('getClickPlatformUsage', { Days: today, Desktop: 1 }),
  statistic('getClickLocation', { Days: today, HTML: 1 }),
]);

const hook = {
  Url: 'http://127.0.0.1:9/hook',
  MessageStream: 'outbound',
  Triggers: { Delivery: { Enabled: true } },
};

const webhooks: Record<string, SdkRow> = {
  'server.createWebhook': async ({ server }) =>
    expect(await server.createWebhook(hook)).toMatchObject({ ...hook, ID: number }),
  'server.getWebhook': async ({ server }) => {
    const { ID } = await server.createWebhook(hook);
    const shown = await server.getWebhook(ID);
    expect(shown).toMatchObject({ ...hook, ID });
    expect(shown.Triggers).toMatchObject({ Open: { Enabled: false }, Delivery: { Enabled: true } });
  },
  'server.getWebhooks': async ({ server }) => {
    const { ID } = await server.createWebhook(hook);
    expect(await server.getWebhooks()).toMatchObject({ Webhooks: [{ ID }] });
    expect(await server.getWebhooks({ messageStream: 'broadcast' })).toEqual({ Webhooks: [] });
  },
  'server.editWebhook': async ({ server }) => {
    const { ID } = await server.createWebhook(hook);
    const Triggers = { Bounce: { Enabled: true, IncludeContent: false } };
    expect(await server.editWebhook(ID, { Triggers })).toMatchObject({ ID, Url: hook.Url, Triggers });
  },
  'server.deleteWebhook': async ({ server }) => {
    const { ID } = await server.createWebhook(hook);
    expect(await server.deleteWebhook(ID)).toMatchObject(done);
    expect(await server.getWebhooks()).toEqual({ Webhooks: [] });
  },
};

const stream = { ID: 'letters', Name: 'Letters', MessageStreamType: 'Broadcasts' };

const streams: Record<string, SdkRow> = {
  'server.createMessageStream': async ({ server }) =>
    expect(await server.createMessageStream(stream)).toMatchObject({
      ...{ ...stream, ServerID: number, CreatedAt: date, Description: '', ArchivedAt: null },
      SubscriptionManagementConfiguration: { UnsubscribeHandlingType: 'Postmark' },
    }),
  'server.getMessageStream': async ({ server }) =>
    expect(await server.getMessageStream('outbound')).toMatchObject({ ID: 'outbound', CreatedAt: date }),
  'server.getMessageStreams': async ({ server }) => {
    await server.createMessageStream(stream);
    const { MessageStreams } = await server.getMessageStreams({ messageStreamType: 'Broadcasts' });
    expect(MessageStreams).toContainEqual(expect.objectContaining(stream));
    expect(MessageStreams).not.toContainEqual(expect.objectContaining({ ID: 'outbound' }));
  },
  'server.editMessageStream': async ({ server }) => {
    expect(await server.editMessageStream('outbound', { Name: 'Main' })).toMatchObject({ Name: 'Main' });
    expect(await server.getMessageStream('outbound')).toMatchObject({ ID: 'outbound', Name: 'Main' });
  },
  'server.archiveMessageStream': async ({ server }) => {
    await server.createMessageStream(stream);
    expect(await server.archiveMessageStream('letters')).toEqual({
      ...{ ID: 'letters', ServerID: number, ExpectedPurgeDate: date },
    });
    const { MessageStreams } = await server.getMessageStreams();
    expect(MessageStreams).not.toContainEqual(expect.objectContaining({ ID: 'letters' }));
    expect(await server.getMessageStream('letters')).toMatchObject({ ArchivedAt: date });
  },
  'server.unarchiveMessageStream': async ({ server }) => {
    await server.createMessageStream(stream);
    await server.archiveMessageStream('letters');
    const shown = { ID: 'letters', ArchivedAt: null, ExpectedPurgeDate: null };
    expect(await server.unarchiveMessageStream('letters')).toMatchObject(shown);
  },
  'server.createSuppressions': async ({ server }) => {
    const Suppressions = [{ EmailAddress: 'bob@example.com' }, { EmailAddress: 'nobody' }];
    const answer = { Suppressions: [{ Status: 'Suppressed' }, { Status: 'Failed', Message: text }] };
    expect(await server.createSuppressions('outbound', { Suppressions })).toMatchObject(answer);
    expect(await code(server.sendEmail(mail))).toBe(406);
  },
  'server.getSuppressions': async ({ server }) => {
    await server.createSuppressions('outbound', { Suppressions: [{ EmailAddress: 'bob@example.com' }] });
    const shown = { SuppressionReason: 'ManualSuppression', Origin: 'Customer', CreatedAt: date };
    const Suppressions = [{ EmailAddress: 'bob@example.com', ...shown }];
    expect(await server.getSuppressions('outbound')).toEqual({ Suppressions });
    const bounced = { suppressionReason: 'HardBounce' };
    expect(await server.getSuppressions('outbound', bounced)).toEqual({ Suppressions: [] });
  },
  'server.deleteSuppressions': async ({ server }) => {
    const Suppressions = [{ EmailAddress: 'bob@example.com' }];
    await server.createSuppressions('outbound', { Suppressions });
    const answer = await server.deleteSuppressions('outbound', { Suppressions });
    expect(answer).toMatchObject({ Suppressions: [{ Status: 'Deleted' }] });
    expect(await server.sendEmail(mail)).toMatchObject(accepted);
  },
};

const domain = { Name: 'acme.dev', ReturnPathDomain: 'pm-bounces.acme.dev' };
const sender = { Name: 'Ann', FromEmail: 'ann@acme.dev', ReplyToEmail: 'reply@acme.dev' };
const verified = async (account: Foreign, method: string, expected: object) => {
  const { ID } = await account.createDomain(domain);
  expect(await account[method](ID)).toMatchObject({ ID, ...expected });
};

const accounts: Record<string, SdkRow> = {
  'server.getServer': async ({ server }) =>
    expect(await server.getServer()).toMatchObject({
      ID: 1,
      Name: text,
      ApiTokens: [text],
      DeliveryType: 'Live',
    }),
  'server.editServer': async ({ server }) => {
    expect(await server.editServer({ TrackOpens: true, Name: 'S' })).toMatchObject({ ID: 1, Name: 'S' });
    expect(await server.getServer()).toMatchObject({ TrackOpens: true });
  },
  'account.getServers': async ({ account }) => {
    await account.createServer({ Name: 'Staging' });
    expect(await account.getServers({ name: 'Stag' })).toMatchObject({ Servers: [{ Name: 'Staging' }] });
    expect(await account.getServers()).toMatchObject({ TotalCount: 2 });
  },
  'account.createServer': async ({ account }) => {
    const made = await account.createServer({ Name: 'Staging', Color: 'red', DeliveryType: 'Sandbox' });
    expect(made).toMatchObject({ ID: number, Name: 'Staging', Color: 'red', DeliveryType: 'Sandbox' });
    expect(made).toMatchObject({ ApiTokens: [text], TrackLinks: 'None', InboundHash: text });
  },
  'account.getServer': async ({ account }) => {
    const { ID } = await account.createServer({ Name: 'Staging' });
    expect(await account.getServer(ID)).toMatchObject({ ID, Name: 'Staging' });
    expect(await code(account.getServer(777_777))).toBe(601);
  },
  'account.editServer': async ({ account }) => {
    const { ID } = await account.createServer({ Name: 'Staging' });
    expect(await account.editServer(ID, { Color: 'blue' })).toMatchObject({
      ID,
      Name: 'Staging',
      Color: 'blue',
    });
  },
  'account.deleteServer': async ({ account }) => {
    const { ID } = await account.createServer({ Name: 'Staging' });
    expect(await account.deleteServer(ID)).toMatchObject(done);
    expect(await account.getServers()).toMatchObject({ TotalCount: 1 });
  },
  'account.getDomains': async ({ account }) => {
    const { ID } = await account.createDomain(domain);
    expect(await account.getDomains()).toEqual({
      TotalCount: 1,
      Domains: [
        {
          ...{ ID, Name: 'acme.dev', SPFVerified: true, DKIMVerified: false },
          ...{ WeakDKIM: false, ReturnPathDomainVerified: false },
        },
      ],
    });
  },
  'account.createDomain': async ({ account }) =>
    expect(await account.createDomain(domain)).toMatchObject({
      ...{ ...domain, ID: number, DKIMPendingHost: text, DKIMPendingTextValue: text, SPFHost: 'acme.dev' },
      ...{ DKIMUpdateStatus: 'Pending', ReturnPathDomainCNAMEValue: 'pm.mtasv.net' },
    }),
  'account.getDomain': async ({ account }) => {
    const { ID } = await account.createDomain(domain);
    expect(await account.getDomain(ID)).toMatchObject({ ...domain, ID });
    expect(await code(account.getDomain(777_777))).toBe(510);
  },
  'account.editDomain': async ({ account }) => {
    const { ID } = await account.createDomain(domain);
    const ReturnPathDomain = 'other.acme.dev';
    expect(await account.editDomain(ID, { ReturnPathDomain })).toMatchObject({ ID, ReturnPathDomain });
  },
  'account.deleteDomain': async ({ account }) => {
    const { ID } = await account.createDomain(domain);
    expect(await account.deleteDomain(ID)).toMatchObject(done);
    expect(await account.getDomains()).toEqual({ TotalCount: 0, Domains: [] });
  },
  'account.verifyDomainDKIM': ({ account }) =>
    verified(account, 'verifyDomainDKIM', { DKIMVerified: true, DKIMUpdateStatus: 'Verified' }),
  'account.verifyDomainReturnPath': ({ account }) =>
    verified(account, 'verifyDomainReturnPath', { ReturnPathDomainVerified: true }),
  'account.verifyDomainSPF': ({ account }) => verified(account, 'verifyDomainSPF', { SPFVerified: true }),
  'account.rotateDomainDKIM': ({ account }) =>
    verified(account, 'rotateDomainDKIM', { DKIMUpdateStatus: 'Pending', DKIMPendingHost: text }),
  'account.createSenderSignature': async ({ account }) => {
    const shown = { ID: number, Name: 'Ann', EmailAddress: sender.FromEmail, Domain: 'acme.dev' };
    const made = await account.createSenderSignature(sender);
    expect(made).toMatchObject({ ...shown, ReplyToEmailAddress: sender.ReplyToEmail, Confirmed: false });
  },
  'account.getSenderSignature': async ({ account }) => {
    const { ID } = await account.createSenderSignature(sender);
    expect(await account.getSenderSignature(ID)).toMatchObject({ ID, Name: 'Ann' });
    expect(await code(account.getSenderSignature(777_777))).toBe(501);
  },
  'account.getSenderSignatures': async ({ account }) => {
    const { ID } = await account.createSenderSignature(sender);
    const answer = { TotalCount: 1, SenderSignatures: [{ ID, EmailAddress: sender.FromEmail }] };
    expect(await account.getSenderSignatures()).toMatchObject(answer);
  },
  'account.editSenderSignature': async ({ account }) => {
    const { ID } = await account.createSenderSignature(sender);
    const changed = { ID, Name: 'Bea', EmailAddress: sender.FromEmail };
    expect(await account.editSenderSignature(ID, { Name: 'Bea' })).toMatchObject(changed);
  },
  'account.deleteSenderSignature': async ({ account }) => {
    const { ID } = await account.createSenderSignature(sender);
    expect(await account.deleteSenderSignature(ID)).toMatchObject(done);
    expect(await account.getSenderSignatures()).toMatchObject({ TotalCount: 0 });
  },
  'account.resendSenderSignatureConfirmation': async ({ account }) => {
    const { ID } = await account.createSenderSignature(sender);
    expect(await account.resendSenderSignatureConfirmation(ID)).toMatchObject(done);
  },
  'account.verifySenderSignatureSPF': async ({ account }) => {
    const { ID } = await account.createSenderSignature(sender);
    expect(await account.verifySenderSignatureSPF(ID)).toMatchObject({ ID, SPFVerified: true });
  },
  'account.requestNewDKIMForSenderSignature': async ({ account }) => {
    const { ID } = await account.createSenderSignature(sender);
    expect(await account.requestNewDKIMForSenderSignature(ID)).toMatchObject({ DKIMPendingHost: text });
  },
};

const transport =
  /\.(setClientOptions|getClientOptions|process\w+|getComposedHttpRequestHeaders|verifyToken|setDefault\w+)$/;
const operations = ({ server, account }: Foreign) =>
  Object.entries({ server, account })
    .flatMap(([name, client]) => methodsOf(client, 0).map((method) => `${name}.${method}`))
    .filter((name) => !transport.test(name));

describe.skipIf(sdk === undefined)('SDK', () => {
  describeSdk('postmark 5.1.0', {
    door: 'postmark',
    create: ({ url, apiKey }) => {
      const options = { useHttps: false, requestHost: url.replace('http://', '') };
      const server = new sdk.ServerClient(apiKey, options);
      return { server, account: new sdk.AccountClient(apiKey, options) };
    },
    operations,
    rows: {
      ...sending,
      ...bounces,
      ...templates,
      ...messages,
      ...stats,
      ...webhooks,
      ...streams,
      ...accounts,
    },
  });
});
