// The API of Amazon SES of 2010: a form as the request, XML as the response (SES API Reference, 2010-12-01).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeEach(async () => {
  service = await startMailService();
});
afterEach(() => service.close());

const authorization = 'AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/ses/aws4_request';

async function act(Action: string, members: Readonly<Record<string, string>> = {}, headers: object = {}) {
  const body = new URLSearchParams({ Action, Version: '2010-12-01', ...members });
  const url = `${service.services['ses']?.url}/`;
  const response = await fetch(url, { method: 'POST', body, headers: { authorization, ...headers } });
  expect(response.headers.get('content-type')).toBe('text/xml');
  return [response.status, await response.text()] as const;
}

const mail = {
  Source: 'Ann <ann@acme.dev>',
  'Destination.ToAddresses.member.1': 'bob@example.com',
  'Destination.CcAddresses.member.1': 'carol@example.com',
  'Destination.CcAddresses.member.2': 'dan@example.com',
  'Message.Subject.Data': 'A & B <c>',
  'Message.Body.Text.Data': 'Hello',
};
const errorOf = (code: string) => expect.stringContaining(`<Error><Type>Sender</Type><Code>${code}</Code>`);

it('sends a mail with the members of a form, in the order of their numbers', async () => {
  const [status, xml] = await act('SendEmail', mail);
  expect(status).toBe(200);
  const [, id = ''] = /<SendEmailResult><MessageId>([^<]+)<\/MessageId><\/SendEmailResult>/.exec(xml) ?? [];
  expect(service.mailbox.get(id)).toMatchObject({
    envelope: { to: ['bob@example.com', 'carol@example.com', 'dan@example.com'] },
    parsed: { subject: 'A & B <c>', text: 'Hello' },
  });
});

it('sends a raw mail to the addresses of the request, else to those in its headers', async () => {
  const raw = 'From: ann@acme.dev\r\nTo: bob@example.com\r\nSubject: Raw\r\n\r\nx';
  await act('SendRawEmail', { 'RawMessage.Data': btoa(raw) });
  await act('SendRawEmail', { 'RawMessage.Data': btoa(raw), 'Destinations.member.1': 'eve@example.com' });
  const recipients = service.mailbox.list().map(({ envelope }) => envelope.to);
  expect(recipients.toSorted()).toEqual([['bob@example.com'], ['eve@example.com']]);
});

it('writes every character of a value into XML, and reads it back', async () => {
  const text = `<a href="x?y&z">\t\n'é😀'\u0000</a>`;
  const template = { 'Template.TemplateName': 'x', 'Template.SubjectPart': 's', 'Template.HtmlPart': text };
  expect((await act('CreateTemplate', template))[0]).toBe(200);
  const [, xml] = await act('GetTemplate', { TemplateName: 'x' });
  const written = `&lt;a href=&quot;x?y&amp;z&quot;&gt;\t\n'é😀'\ufffd&lt;/a&gt;`;
  expect(xml).toContain(`<HtmlPart>${written}</HtmlPart>`);
});

it('leaves out members whose names are no names in XML, and those of the protocol', async () => {
  const names = ['Own', 'a><b', '1st', 'x y', '', 'ä', 'a:b', 'a b="c"'];
  const given = Object.fromEntries(names.map((name) => [`EventDestination.${name}`, 'v']));
  const set = { ConfigurationSetName: 'shop', 'ConfigurationSet.Name': 'shop', TemplateName: 'x' };
  await act('CreateConfigurationSet', set);
  await act('CreateConfigurationSetEventDestination', { ...set, ...given, 'EventDestination.Name': 'd' });
  const wanted = { 'ConfigurationSetAttributeNames.member.1': 'eventDestinations' };
  const [, described] = await act('DescribeConfigurationSet', { ...set, ...wanted });
  const tags = [...described.matchAll(/<([^/][^>]*)>/g)].map(([, name]) => name);
  expect(tags.filter((name) => names.includes(name ?? ''))).toEqual(['Own']);
  expect(tags.slice(1).every((name) => /^[A-Za-z]\w*$/.test(name ?? ''))).toBe(true);
  await act('CreateCustomVerificationEmailTemplate', { TemplateName: 'x', TemplateSubject: 's' });
  const [, shown] = await act('GetCustomVerificationEmailTemplate', { TemplateName: 'x' });
  expect(shown).toContain('Result><TemplateName>x</TemplateName><TemplateSubject>s</TemplateSubject></Get');
});

describe('its errors are XML with the codes of that API', () => {
  const cases: Readonly<
    Record<string, readonly [action: string, members: object, status: number, code: string]>
  > = {
    'an unknown action': ['Nothing', {}, 400, 'InvalidAction'],
    'the name of a member of all objects': ['constructor', {}, 400, 'InvalidAction'],
    'no recipient': ['SendEmail', { Source: 'ann@acme.dev' }, 400, 'InvalidParameterValue'],
    'an unknown template': ['GetTemplate', { TemplateName: 'x' }, 400, 'TemplateDoesNotExist'],
    'an unknown set': [
      'DescribeConfigurationSet',
      { ConfigurationSetName: 'x' },
      400,
      'ConfigurationSetDoesNotExist',
    ],
    'an operation that is left out': ['CreateReceiptRule', {}, 501, 'NotImplementedException'],
  };
  it.each(Object.entries(cases))('%s', async (_name, [action, members, status, code]) => {
    expect(await act(action, { ...members })).toEqual([status, errorOf(code)]);
  });

  // "Identity … is invalid. Must be a verified email address or domain.": github.com/boto/boto3/issues/2645
  it.each([
    'SetIdentityDkimEnabled',
    'SetIdentityFeedbackForwardingEnabled',
    'SetIdentityMailFromDomain',
    'SetIdentityNotificationTopic',
    'SetIdentityHeadersInNotificationsEnabled',
    'PutIdentityPolicy',
    'DeleteIdentityPolicy',
    'ListIdentityPolicies',
    'GetIdentityPolicies',
  ])('an unknown identity of %s', async (action) => {
    expect(await act(action, { Identity: 'x.dev' })).toEqual([400, errorOf('InvalidParameterValue')]);
  });

  it.each([
    'DeleteConfigurationSet',
    'CreateConfigurationSetTrackingOptions',
    'PutConfigurationSetDeliveryOptions',
    'UpdateConfigurationSetSendingEnabled',
    'CreateConfigurationSetEventDestination',
    'UpdateConfigurationSetEventDestination',
    'DeleteConfigurationSetEventDestination',
  ])('an unknown set of %s', async (action) => {
    const members = { ConfigurationSetName: 'x', 'EventDestination.Name': 'd', EventDestinationName: 'd' };
    expect(await act(action, members)).toEqual([400, errorOf('ConfigurationSetDoesNotExist')]);
  });

  it('an unknown destination of a set', async () => {
    await act('CreateConfigurationSet', { 'ConfigurationSet.Name': 'shop' });
    const members = { ConfigurationSetName: 'shop', EventDestinationName: 'd' };
    const refused = await act('DeleteConfigurationSetEventDestination', members);
    expect(refused).toEqual([400, errorOf('EventDestinationDoesNotExist')]);
  });

  it('a body above the limit', async () => {
    await service.close();
    service = await startMailService({ maxMessageBytes: 1000 });
    expect(await act('SendEmail', { Source: 'x'.repeat(2 * 1024 * 1024) })).toEqual([
      413,
      errorOf('InvalidParameterValue'),
    ]);
  });

  it('a sender whose domain is not verified', async () => {
    await service.close();
    service = await startMailService({ verifiedDomains: ['other.dev'] });
    expect(await act('SendEmail', mail)).toEqual([400, errorOf('MessageRejected')]);
  });

  it('a wrong signature', async () => {
    await service.close();
    service = await startMailService({ strict: true });
    expect(await act('GetSendQuota')).toEqual([403, errorOf('SignatureDoesNotMatch')]);
  });

  it('an injected fault', async () => {
    service.failNext({ status: 500 });
    expect(await act('GetSendQuota')).toEqual([500, expect.stringContaining('<Code>InternalFailure</Code>')]);
    service.failNext({ status: 429 });
    expect(await act('GetSendQuota')).toEqual([400, errorOf('Throttling')]);
  });
});

describe('the state is one for both versions of the API', () => {
  const v2 = async (method: string, path: string, body?: object) => {
    const init = { method, headers: { authorization }, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${service.services['ses']?.url}/v2/email/${path}`, init);
    return [response.status, await response.json()] as const;
  };

  it('of identities and configuration sets, until a reset', async () => {
    await act('VerifyDomainIdentity', { Domain: 'acme.dev' });
    expect(await v2('GET', 'identities/acme.dev')).toMatchObject([200, { IdentityType: 'DOMAIN' }]);
    await v2('POST', 'configuration-sets', { ConfigurationSetName: 'shop' });
    expect((await act('ListConfigurationSets'))[1]).toContain('<member><Name>shop</Name></member>');
    await v2('POST', 'contact-lists', { ContactListName: 'news' });
    service.reset();
    expect((await v2('GET', 'identities/acme.dev'))[0]).toBe(404);
    expect((await act('ListConfigurationSets'))[1]).not.toContain('shop');
    expect(await v2('GET', 'contact-lists')).toEqual([200, { ContactLists: [] }]);
  });

  const arnOf = (name: string) => encodeURIComponent(`arn:aws:ses:us-east-1:000000000000:${name}`);
  const Tags = [{ Key: 'team', Value: 'shop' }];
  const TemplateContent = { Subject: 'x', Text: 'x' };
  it.each([
    ['identity', 'DeleteIdentity', 'Identity', 'identities', { EmailIdentity: 'a.dev' }],
    ['identity', 'DeleteVerifiedEmailAddress', 'EmailAddress', 'identities', { EmailIdentity: 'a@b.dev' }],
    [
      'configuration-set',
      'DeleteConfigurationSet',
      'ConfigurationSetName',
      'configuration-sets',
      { ConfigurationSetName: 'a' },
    ],
    ['template', 'DeleteTemplate', 'TemplateName', 'templates', { TemplateName: 'a', TemplateContent }],
    [
      'custom-verification-email-template',
      'DeleteCustomVerificationEmailTemplate',
      'TemplateName',
      'custom-verification-email-templates',
      { TemplateName: 'a' },
    ],
  ])('of tags of %s: they end with it, by %s and by the API v2', async (kind, action, member, path, body) => {
    const name = Object.values(body)[0] as string;
    const tags = () => v2('GET', `tags?ResourceArn=${arnOf(`${kind}/${name}`)}`);
    const create = async () => {
      await v2('POST', path, body);
      await v2('POST', 'tags', { ResourceArn: decodeURIComponent(arnOf(`${kind}/${name}`)), Tags });
      expect(await tags()).toEqual([200, { Tags }]);
    };
    await create();
    expect((await act(action, { [member]: name }))[0]).toBe(200);
    expect(await tags()).toEqual([200, { Tags: [] }]);
    await create();
    expect((await v2('DELETE', `${path}/${encodeURIComponent(name)}`))[0]).toBe(200);
    expect(await tags()).toEqual([200, { Tags: [] }]);
    await v2('POST', path, body);
    expect(await tags()).toEqual([200, { Tags: [] }]);
  });

  it('of templates that another service removes: the tags do not come back', async () => {
    await v2('POST', 'templates', { TemplateName: 'a', TemplateContent, Tags });
    const [, rows] = await postMail(service, 'postmark', '/templates?count=9&offset=0', undefined, 'GET');
    const [, id] = /"TemplateId":(\d+)/.exec(JSON.stringify(rows)) ?? [];
    expect((await postMail(service, 'postmark', `/templates/${id}`, undefined, 'DELETE'))[0]).toBe(200);
    await v2('POST', 'templates', { TemplateName: 'a', TemplateContent });
    expect(await v2('GET', 'templates/a')).toMatchObject([200, { Tags: [] }]);
  });

  it('of paused sending: no mail is sent', async () => {
    await v2('PUT', 'account/sending', { SendingEnabled: false });
    expect(await act('SendEmail', mail)).toEqual([400, errorOf('AccountSendingPausedException')]);
    await act('UpdateAccountSendingEnabled', { Enabled: 'true' });
    await act('CreateConfigurationSet', { 'ConfigurationSet.Name': 'shop' });
    await act('UpdateConfigurationSetSendingEnabled', { ConfigurationSetName: 'shop', Enabled: 'false' });
    const template = { TemplateName: 'x', 'Template.TemplateName': 'x', FromEmailAddress: 'ann@acme.dev' };
    await act('CreateTemplate', template);
    await act('CreateCustomVerificationEmailTemplate', template);
    const raw = { 'RawMessage.Data': btoa('From: ann@acme.dev\r\nTo: bob@example.com\r\n\r\nx') };
    const named = { ...mail, Template: 'x', TemplateData: '{}', ...raw };
    const bulk = {
      DefaultTemplateData: '{}',
      'Destinations.member.1.Destination.ToAddresses.member.1': 'a@b.dev',
    };
    const members = { ...named, ...bulk, TemplateName: 'x', EmailAddress: 'bob@example.com' };
    const sends = ['SendEmail', 'SendRawEmail', 'SendTemplatedEmail', 'SendBulkTemplatedEmail'];
    for (const action of [...sends, 'SendCustomVerificationEmail']) {
      const paused = await act(action, { ...members, ConfigurationSetName: 'shop' });
      expect(paused, action).toEqual([400, errorOf('ConfigurationSetSendingPausedException')]);
    }
    expect(service.mailbox.list()).toEqual([]);
    expect((await act('SendEmail', mail))[0]).toBe(200);
  });
});
