import type { FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { type SparkPostOptions, sparkpost } from '@org/email/sparkpost';
import { signTestWebhook } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { answering, message } from '../support/answering.ts';

const counts = (accepted: number, refused: number, more: object = {}): FakeHttpAnswer => ({
  json: {
    results: {
      id: '11668787484950529',
      total_accepted_recipients: accepted,
      total_rejected_recipients: refused,
      ...more,
    },
  },
});
const createClient = (answer = counts(1, 0), options: SparkPostOptions = {}) =>
  answering(sparkpost({ apiKey: 'sp-good', ...options }), [answer]);

describe('a request to SparkPost', () => {
  it('has every field as the documentation spells it', async () => {
    const { email, transport } = createClient(counts(4, 0), { subaccount: '123' });
    const { outcomes } = await email.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: ['Bob <bob@example.com>', 'cat@example.com'],
      cc: 'Dan <dan@example.com>',
      bcc: 'eve@example.com',
      replyTo: 'Help <help@acme.dev>',
      subject: 'Grüße',
      html: '<p>{{name}} <img src="cid:logo"></p>',
      text: '{{name}}',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'Hi' },
        { filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' },
      ],
      tags: ['welcome', { name: 'campaign', value: 'spring' }],
      metadata: { order: '17' },
      tracking: { opens: true, clicks: false },
      envelopeFrom: 'bounces@acme.dev',
      sendAt: new Date('2000-01-02T03:04:05.001Z'),
      recipientVisibility: 'shared',
      providerOptions: { sparkpost: { transactional: true, ipPool: 'main', campaignId: 'c' } },
    });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe('POST https://api.sparkpost.com/api/v1/transmissions');
    expect(request?.headers.get('authorization')).toBe('sp-good');
    expect(request?.headers.get('x-msys-subaccount')).toBe('123');
    const address = (email: string) => ({
      address: { email, header_to: 'Bob <bob@example.com>, cat@example.com' },
      tags: ['welcome', 'campaign:spring'],
    });
    expect(request?.json()).toEqual({
      options: {
        start_time: '2000-01-02T03:04:06+00:00',
        open_tracking: true,
        click_tracking: false,
        transactional: true,
        ip_pool: 'main',
        perform_substitutions: false,
      },
      recipients: ['bob', 'cat', 'dan', 'eve'].map((name) => address(`${name}@example.com`)),
      content: {
        from: { email: 'ann@acme.dev', name: 'Lee, Ann' },
        reply_to: 'Help <help@acme.dev>',
        subject: 'Grüße',
        headers: { 'X-Campaign': 'spring', CC: 'Dan <dan@example.com>' },
        html: '<p>{{name}} <img src="cid:logo"></p>',
        text: '{{name}}',
        attachments: [{ name: 'a.txt', type: 'text/plain', data: 'SGk=' }],
        inline_images: [{ name: 'logo', type: 'image/png', data: 'cG5n' }],
      },
      campaign_id: 'c',
      metadata: { order: '17' },
      return_path: 'bounces@acme.dev',
    });
    expect(outcomes.map(({ status, messageId }) => [status, messageId])).toEqual(
      Array.from({ length: 4 }, () => ['scheduled', '11668787484950529']),
    );
  });

  it('goes to the region of the account', async () => {
    const { email, transport } = createClient(counts(1, 0), { region: 'eu' });
    await email.send(message);
    expect(transport.requests[0]?.url.host).toBe('api.eu.sparkpost.com');
    expect(() => sparkpost({ region: 'us-east' as never })).toThrow("region must be 'us' or 'eu'");
  });

  it('names a template and its values', async () => {
    const { email, transport } = createClient();
    const template = { id: 'welcome', variables: { name: 'Bob', items: [{ sku: 'a' }] } };
    await email.send({ to: 'bob@example.com', template });
    expect(transport.requests[0]?.json()).toEqual({
      options: {},
      recipients: [{ address: { email: 'bob@example.com', header_to: 'bob@example.com' } }],
      content: { template_id: 'welcome' },
      substitution_data: template.variables,
    });
  });

  const template = { id: 'x' };
  const to = 'bob@example.com';
  const pdf = { filename: 'a.pdf', content: 'x', disposition: 'inline', contentId: 'a' } as const;
  it.each<[string, object, string]>([
    ['{{ in the subject', { ...message, subject: 'Hi {{name}}' }, 'subject'],
    ['{{ in a header', { ...message, headers: { 'X-A': '{{a}}' } }, 'headers'],
    ['{{ in the name of the sender', { ...message, from: '"{{a}}" <ann@acme.dev>' }, 'from'],
    ['{{ in the name of a recipient', { ...message, to: '"{{a}}" <bob@example.com>' }, 'to'],
    ['{{ in the name of a copy', { ...message, cc: '"{{a}}" <cat@example.com>' }, 'headers'],
    ['{{ in the reply address', { ...message, replyTo: '"{{a}}" <ann@acme.dev>' }, 'reply_to'],
    ['an inline file that is not an image', { ...message, attachments: [pdf] }, 'attachments[0].contentType'],
    ['a template with {{ in the name of a recipient', { template, to: '"{{a}}" <bob@example.com>' }, 'to'],
    ['a template with a sender', { to, template, from: 'ann@acme.dev' }, 'from'],
    ['a template with a subject', { to, template, subject: 'Hi' }, 'subject'],
    ['a template with a copy', { to, template, cc: 'cat@example.com' }, 'cc'],
    ['a template with a header', { to, template, headers: { 'X-A': 'b' } }, 'headers'],
    ['a template with a file', { to, template, attachments: [pdf] }, 'attachments'],
  ])('is not made for %s', async (_what, wrong, path) => {
    const { email, transport } = createClient();
    await expect(email.send(wrong as never)).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      issues: [{ path }],
    });
    expect(transport.requests).toEqual([]);
  });
});

describe('a success of SparkPost', () => {
  const shared = {
    ...message,
    to: ['bob@example.com', 'cat@example.com'],
    recipientVisibility: 'shared',
  } as const;

  it('that refuses all is a refusal of each', async () => {
    const rcpt_to_errors = [{ message: 'invalid address', description: 'bob@example.com is not one' }];
    const { email } = createClient(counts(0, 1, { rcpt_to_errors }));
    await expect(email.send(message)).rejects.toMatchObject({
      code: 'recipient-rejected',
      outcome: 'not-sent',
      message: expect.stringContaining('[address] is not one'),
    });
  });

  it('that refuses some names none: each is in doubt', async () => {
    const { email } = createClient(counts(1, 1));
    await expect(email.send(shared)).rejects.toMatchObject({
      code: 'incomplete-send',
      outcome: 'unknown',
      outcomes: [
        { recipient: 'bob@example.com', status: 'unknown' },
        { recipient: 'cat@example.com', status: 'unknown' },
      ],
    });
  });

  it('may come without a response: the send is not repeated', async () => {
    const { email, transport } = createClient({ status: 502 });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(transport.requests).toHaveLength(1);
  });
});

describe('a webhook of SparkPost', () => {
  const driver = sparkpost({ apiKey: 'sp-good', webhookSecret: 'chosen-by-us' });
  const { webhooks } = createEmailClient({ driver });

  it('is the same again with the id of its batch, also in another form', async () => {
    const receive = async (payload: object) => {
      const request = await signTestWebhook(driver, payload);
      const headers = { 'x-messagesystems-batch-id': 'batch-1' };
      return webhooks.parse({ headers, body: await request.text(), url: request.url });
    };
    const first = await receive([{ msys: { message_event: { type: 'delivery' } } }]);
    const second = await receive([{ msys: { message_event: { type: 'delay' } } }]);
    expect([first.id, first.events.length]).toEqual([second.id, 1]);
  });

  it('that tests the address has no events', async () => {
    expect((await webhooks.parse(await signTestWebhook(driver, [{ msys: {} }]))).events).toEqual([]);
  });
});
