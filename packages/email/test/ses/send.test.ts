import { createManualRuntime } from '@org/core/testing';
import { createEmailClient, type EmailMessage } from '@org/email';
import { getSesAccount, type SesMessageOptions, ses } from '@org/email/ses';
import { describe, expect, it } from 'vitest';
import { accepted, createClient, credentials, message, region, respond } from './client.ts';

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

async function bodyOf(fields: object, options = {}): Promise<unknown> {
  const { email, sent } = createClient([accepted], options);
  await email.send({ ...message, ...fields } as EmailMessage);
  return sent()[0]?.[1];
}

describe('a request to SES', () => {
  it('has every field of the message as the API model spells it', async () => {
    const { email, transport, sent } = createClient([accepted]);
    const result = await email.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: ['Bob <bob@example.com>', 'Jörg Müller <joerg@example.com>'],
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: ['help@acme.dev', 'Fay <fay@acme.dev>'],
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'Hi' },
        { filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' },
      ],
      tags: ['welcome', { name: 'campaign', value: 'spring' }],
      metadata: { order: '17' },
      tracking: { opens: false, clicks: true },
      stream: 'news',
    });
    expect(transport.requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(sent()).toEqual([
      [
        'POST /v2/email/outbound-emails',
        {
          FromEmailAddress: '"Lee, Ann" <ann@acme.dev>',
          Destination: {
            ToAddresses: ['Bob <bob@example.com>', '=?UTF-8?B?SsO2cmcgTcO8bGxlcg==?= <joerg@example.com>'],
            CcAddresses: ['dan@example.com'],
            BccAddresses: ['eve@example.com'],
          },
          ReplyToAddresses: ['help@acme.dev', 'Fay <fay@acme.dev>'],
          Content: {
            Simple: {
              Subject: utf8('Grüße'),
              Body: { Html: utf8('<img src="cid:logo">'), Text: utf8('Grüße') },
              Headers: [{ Name: 'X-Campaign', Value: 'spring' }],
              Attachments: [
                {
                  FileName: 'a.txt',
                  RawContent: 'SGk=',
                  ContentType: 'text/plain',
                  ContentDisposition: 'ATTACHMENT',
                  ContentTransferEncoding: 'BASE64',
                },
                {
                  FileName: 'logo.png',
                  RawContent: 'cG5n',
                  ContentType: 'image/png',
                  ContentDisposition: 'INLINE',
                  ContentId: 'logo',
                  ContentTransferEncoding: 'BASE64',
                },
              ],
            },
          },
          EmailTags: [
            { Name: 'welcome', Value: 'true' },
            { Name: 'campaign', Value: 'spring' },
            { Name: 'order', Value: '17' },
          ],
          ListManagementOptions: { ContactListName: 'audience', TopicName: 'news' },
          ConfigurationOverrides: {
            Tracking: { OpenTrackingEnabled: 'DISABLED', ClickTrackingEnabled: 'ENABLED' },
          },
        },
      ],
    ]);
    expect(result.outcomes.map(({ messageId, status }) => [messageId, status])).toEqual(
      Array.from({ length: 4 }, () => ['010001-000000', 'accepted']),
    );
  });

  it('names a template and has its values as a text of JSON', async () => {
    const { email, sent } = createClient([accepted]);
    const template = { id: 'Welcome', variables: { name: 'Bob', items: [{ price: 1.5 }], vip: true } };
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', template });
    expect(sent()[0]?.[1]).toMatchObject({
      Content: {
        Template: {
          TemplateName: 'Welcome',
          TemplateData: '{"name":"Bob","items":[{"price":1.5}],"vip":true}',
        },
      },
    });
  });

  it.each<[SesMessageOptions, object]>([
    [{ configurationSet: 'own' }, { ConfigurationSetName: 'own' }],
    [{ contactList: 'other' }, { ListManagementOptions: { ContactListName: 'other' } }],
    [
      { feedbackForwardingTo: 'Bounces <bounces@acme.dev>' },
      { FeedbackForwardingEmailAddress: 'bounces@acme.dev' },
    ],
    [{ fromIdentityArn: 'arn:a' }, { FromEmailAddressIdentityArn: 'arn:a' }],
    [{ feedbackIdentityArn: 'arn:b' }, { FeedbackForwardingEmailAddressIdentityArn: 'arn:b' }],
    [{ tenant: 'acme' }, { TenantName: 'acme' }],
  ])('carries the option %o', async (options, expected) => {
    expect(await bodyOf({ providerOptions: { ses: options } })).toMatchObject(expected);
  });

  it('takes the ARN of a template of another account', async () => {
    const body = await bodyOf({
      html: undefined,
      subject: undefined,
      template: { id: 'arn:aws:ses:eu-west-1:1:template/Welcome' },
      providerOptions: { ses: { templateIsArn: true } },
    });
    expect(body).toMatchObject({ Content: { Template: { TemplateArn: expect.stringMatching(/^arn:/) } } });
  });

  it("has the driver's configuration set where the message has none", async () => {
    expect(await bodyOf({}, { configurationSet: 'events' })).toMatchObject({
      ConfigurationSetName: 'events',
    });
  });

  it('goes to blind recipients alone', async () => {
    expect(await bodyOf({ to: [], bcc: 'eve@example.com' })).toMatchObject({
      Destination: { BccAddresses: ['eve@example.com'] },
    });
  });

  it('cuts a long name between characters', async () => {
    const name = 'ü'.repeat(50);
    const body = (await bodyOf({ from: { address: 'ann@acme.dev', name } })) as { FromEmailAddress: string };
    const words = body.FromEmailAddress.match(/=\?UTF-8\?B\?([^?]+)\?=/g) ?? [];
    expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(75);
    const decoded = words.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString()).join('');
    expect(decoded).toBe(name);
  });
});

describe('a message that SES cannot carry', () => {
  it.each<[string, object, string]>([
    [
      'a header outside ASCII with a template',
      { subject: undefined, html: undefined, template: { id: 'a' }, headers: { 'X-A': 'ü' } },
      'unsupported',
    ],
    ['a header that is too long', { headers: { 'X-A': 'a'.repeat(994) } }, 'invalid-input'],
    ['a tag with a space', { tags: ['big spring'] }, 'invalid-input'],
    ['a tag value outside ASCII', { tags: [{ name: 'a', value: 'ü' }] }, 'invalid-input'],
    ['metadata with a space', { metadata: { order: '1 2' } }, 'invalid-input'],
    ['a tag and metadata of one name', { tags: ['a'], metadata: { a: '1' } }, 'invalid-input'],
    ['a misspelt option', { providerOptions: { ses: { configurationSetName: 'a' } } }, 'invalid-input'],
    ['a subject with a template', { html: undefined, template: { id: 'a' } }, 'unsupported'],
    [
      'a template without a sender',
      { from: undefined, subject: undefined, html: undefined, template: { id: 'a' } },
      'invalid-input',
    ],
    ['a name before the @ outside ASCII', { to: 'jörg@example.com' }, 'unsupported'],
    [
      'more than 50 recipients',
      {
        to: Array.from({ length: 51 }, (_, index) => `a${index}@example.com`),
        recipientVisibility: 'shared',
      },
      'payload-too-large',
    ],
    ['a message for later', { sendAt: new Date(2e12) }, 'unsupported'],
    ['a sandbox', { sandbox: true }, 'unsupported'],
  ])('is refused before anything is sent: %s', async (_what, fields, code) => {
    const { email, transport } = createClient([accepted]);
    await expect(email.send({ ...message, ...fields } as EmailMessage)).rejects.toMatchObject({
      code,
      outcome: 'not-sent',
    });
    expect(transport.requests).toEqual([]);
  });

  it('needs a contact list for a topic', async () => {
    const { email } = createClient([accepted], { contactList: undefined });
    await expect(email.send({ ...message, stream: 'news' })).rejects.toMatchObject({
      message: expect.stringContaining('`contactList`'),
    });
  });
});

describe('the account', () => {
  it('has its quota and its state', async () => {
    const quota = { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 42 };
    const { email, sent } = createClient([
      respond({
        SendQuota: quota,
        SendingEnabled: true,
        ProductionAccessEnabled: false,
        EnforcementStatus: 'HEALTHY',
      }),
    ]);
    expect(await getSesAccount(email)).toEqual({
      max24HourSend: 50_000,
      maxSendRate: 14,
      sentLast24Hours: 42,
      sendingEnabled: true,
      productionAccess: false,
      enforcementStatus: 'HEALTHY',
    });
    expect(sent()).toEqual([['GET /v2/email/account']]);
  });

  it('may be unlimited', async () => {
    const SendQuota = { Max24HourSend: -1, MaxSendRate: 500, SentLast24Hours: 0 };
    const account = { SendQuota, SendingEnabled: true, ProductionAccessEnabled: true };
    const { email } = createClient([respond(account)]);
    expect(await getSesAccount(email)).not.toHaveProperty('max24HourSend');
  });
});

describe('the limits of the driver', () => {
  it('let bulk sends and templates wait one second each, and count recipients', async () => {
    const { transport } = createClient([
      respond({ MessageId: 'a', TemplateName: 'a', TemplateContent: { Subject: 'a' } }),
    ]);
    const runtime = createManualRuntime();
    const driver = ses({ region, credentials, maxSendRate: 2 });
    const email = createEmailClient({ driver, transport, runtime });
    const both = {
      ...message,
      to: ['bob@example.com', 'cat@example.com'],
      recipientVisibility: 'shared',
    } as const;
    const calls = [email.send(both), email.send(both), email.templates.get('a'), email.templates.get('a')];
    await Promise.all([calls[0], calls[2]]);
    const before = transport.requests.length;
    await runtime.advance(1_000);
    await Promise.all(calls);
    expect([before, transport.requests.length]).toEqual([2, 4]);
  });
});
