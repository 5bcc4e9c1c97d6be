import { createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { mailjet } from '@org/email/mailjet';
import { describe, expect, it } from 'vitest';
import { accepted, createClient, message, messageId, sent } from './client.ts';

describe('a request to Mailjet', () => {
  it('has every field of the message as the guide spells it', async () => {
    const recipients = ['bob', 'cat', 'dan', 'eve'].map((name) => `${name}@example.com`);
    const { email, transport } = createClient({ body: `{"Messages":[${sent(...recipients)}]}` });
    const result = await email.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      sender: 'Desk <desk@acme.dev>',
      to: ['Bob <bob@example.com>', 'cat@example.com'],
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: 'Fay <fay@acme.dev>',
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'Hi' },
        { filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' },
      ],
      tags: [{ name: 'campaign', value: 'spring' }],
      metadata: { order: '17' },
      tracking: { opens: true, clicks: false },
    });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe('POST https://api.mailjet.com/v3.1/send');
    expect(request?.headers.get('authorization')).toBe(`Basic ${btoa('key:secret')}`);
    expect(request?.json()).toEqual({
      Messages: [
        {
          From: { Email: 'ann@acme.dev', Name: 'Lee, Ann' },
          Sender: { Email: 'desk@acme.dev', Name: 'Desk' },
          To: [{ Email: 'bob@example.com', Name: 'Bob' }, { Email: 'cat@example.com' }],
          Cc: [{ Email: 'dan@example.com' }],
          Bcc: [{ Email: 'eve@example.com' }],
          ReplyTo: { Email: 'fay@acme.dev', Name: 'Fay' },
          Subject: 'Grüße',
          TextPart: 'Grüße',
          HTMLPart: '<img src="cid:logo">',
          Attachments: [{ ContentType: 'text/plain', Filename: 'a.txt', Base64Content: 'SGk=' }],
          InlinedAttachments: [
            { ContentType: 'image/png', Filename: 'logo.png', Base64Content: 'cG5n', ContentID: 'logo' },
          ],
          Headers: { 'X-Campaign': 'spring' },
          CustomCampaign: 'campaign:spring',
          EventPayload: '{"order":"17"}',
          TrackOpens: 'enabled',
          TrackClicks: 'disabled',
        },
      ],
    });
    expect(result.outcomes).toEqual(
      recipients.map((recipient) => ({ recipient, status: 'accepted', messageId })),
    );
  });

  it('does not name the fields that the message does not have', async () => {
    const { email, transport } = createClient(accepted);
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' });
    expect(transport.requests[0]?.json()).toEqual({
      Messages: [
        {
          From: { Email: 'ann@acme.dev' },
          To: [{ Email: 'bob@example.com' }],
          Subject: 'Hi',
          TextPart: 'Hi',
        },
      ],
    });
  });

  it('names a template by its number, and its values of any kind', async () => {
    const { email, transport } = createClient(accepted);
    const variables = { name: 'Bob', items: [{ title: 'A', price: 5 }], vip: true };
    await email.send({ to: 'bob@example.com', template: { id: '471', variables } });
    expect(transport.requests[0]?.json()).toEqual({
      Messages: [
        {
          To: [{ Email: 'bob@example.com' }],
          TemplateID: 471,
          TemplateLanguage: true,
          Variables: variables,
        },
      ],
    });
  });

  it('has the options of Mailjet', async () => {
    const { email, transport } = createClient(accepted);
    const options = {
      customId: 'order-17',
      deduplicateCampaign: true,
      urlTags: 'utm_source=news',
      monitoringCategory: 'orders',
      priority: 2,
      templateErrorReporting: 'dev@acme.dev',
      templateErrorDeliver: true,
    };
    await email.send({ ...message, providerOptions: { mailjet: options } });
    expect(transport.requests[0]?.json()).toMatchObject({
      Messages: [
        {
          CustomID: 'order-17',
          DeduplicateCampaign: true,
          URLTags: 'utm_source=news',
          MonitoringCategory: 'orders',
          Priority: 2,
          TemplateErrorReporting: { Email: 'dev@acme.dev' },
          TemplateErrorDeliver: true,
        },
      ],
    });
  });

  it('validates in sandbox mode, where mails have no ids', async () => {
    const to = [{ Email: 'bob@example.com', MessageUUID: '', MessageID: 0, MessageHref: '' }];
    const { email, transport } = createClient({ json: { Messages: [{ Status: 'success', To: to }] } });
    const { outcomes, messageId: id } = await email.send({ ...message, sandbox: true });
    expect(transport.requests[0]?.json()).toMatchObject({ SandboxMode: true });
    expect([outcomes, id]).toEqual([[{ recipient: 'bob@example.com', status: 'validated' }], undefined]);
  });

  it('keeps the id where it is no number, and the other id where there is none', async () => {
    const ids = [
      { MessageID: '19421777835146490', MessageUUID: 'a' },
      { MessageUUID: '1ab23cd4-e567-8901-2345-6789f0gh1i2j' },
    ];
    for (const each of ids) {
      const to = [{ Email: 'Bob@Example.com', ...each }];
      const { email } = createClient({ json: { Messages: [{ Status: 'success', To: to }] } });
      const { messageId: id } = await email.send(message);
      expect(id).toBe(each.MessageID ?? each.MessageUUID);
    }
  });

  it.each<[string, object, string, string]>([
    [
      'a template id that is not a number',
      { html: undefined, template: { id: 'd-1' } },
      'invalid-input',
      'template.id',
    ],
    ['HTML and a template', { template: { id: '1' } }, 'unsupported', 'html'],
    ['a long subject', { subject: 's'.repeat(256) }, 'invalid-input', 'subject'],
    ['a later time', { sendAt: new Date('2030-01-01T00:00:00Z') }, 'unsupported', 'sendAt'],
    ['several tags', { tags: ['a', 'b'] }, 'unsupported', 'tags'],
    ['several reply addresses', { replyTo: ['a@b.dev', 'c@d.dev'] }, 'unsupported', 'replyTo'],
    ['an own Message-ID', { messageId: 'a@acme.dev' }, 'unsupported', 'messageId'],
    [
      'a misspelt option',
      { providerOptions: { mailjet: { customID: 'x' } } },
      'invalid-input',
      'providerOptions.mailjet.customID',
    ],
    [
      'long URL tags',
      { providerOptions: { mailjet: { urlTags: 'u'.repeat(257) } } },
      'invalid-input',
      'providerOptions.mailjet.urlTags',
    ],
    [
      'another priority',
      { providerOptions: { mailjet: { priority: 4 } } },
      'invalid-input',
      'providerOptions.mailjet.priority',
    ],
  ])('is not made for %s', async (_what, wrong, code, path) => {
    const { email, transport } = createClient(accepted);
    await expect(email.send({ ...message, ...wrong } as never)).rejects.toMatchObject({
      code,
      outcome: 'not-sent',
      issues: [{ path }],
    });
    expect(transport.requests).toEqual([]);
  });

  it('has the first of several tags and reply addresses where losses are allowed', async () => {
    const { email, transport } = createClient(accepted);
    const lossy = { ...message, tags: ['a', 'b'], replyTo: ['a@b.dev', 'c@d.dev'] };
    const result = await email.send(lossy, { onLossy: 'allow' });
    expect(result.lossy.map(({ field }) => field)).toEqual(['replyTo', 'tags']);
    expect(transport.requests[0]?.json()).toMatchObject({
      Messages: [{ CustomCampaign: 'a', ReplyTo: { Email: 'a@b.dev' } }],
    });
  });

  it('has no misspelt options: they do not compile', () => {
    const { email } = createClient(accepted);
    // @ts-expect-error the option is called `customId`
    const send = () => email.send({ ...message, providerOptions: { mailjet: { customID: 'x' } } });
    expect(send).toBeTypeOf('function');
  });

  it('is not made for more recipients or larger files than Mailjet takes', async () => {
    const { email, transport } = createClient(accepted);
    const to = Array.from({ length: 50 }, (_, index) => `to-${index}@example.com`);
    const content = new Uint8Array(15_000_001);
    for (const wrong of [{ to, cc: 'cat@example.com' }, { attachments: [{ filename: 'a.bin', content }] }])
      await expect(email.send({ ...message, ...wrong })).rejects.toMatchObject({ code: 'payload-too-large' });
    expect(transport.requests).toEqual([]);
  });
});

describe('the keys of Mailjet', () => {
  it('may be one text', async () => {
    const transport = createFakeTransport([{ answer: accepted }]);
    const driver = mailjet({ apiKey: 'key:secret', baseUrl: 'https://api.us.mailjet.com' });
    await createEmailClient({ driver, transport }).send(message);
    expect(transport.requests[0]?.headers.get('authorization')).toBe(`Basic ${btoa('key:secret')}`);
    expect(`${transport.requests[0]?.url}`).toBe('https://api.us.mailjet.com/v3.1/send');
  });

  it('are both named when one is missing', async () => {
    const email = createEmailClient({ driver: mailjet({ apiKey: 'key' }) });
    const error = await email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'credential', outcome: 'not-sent' });
    expect(`${error}`).toContain('MAILJET_SECRET_KEY');
    expect(`${error}`).toContain('apiKey and secretKey');
  });
});
