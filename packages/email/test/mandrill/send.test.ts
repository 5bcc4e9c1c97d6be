import type { FakeHttpAnswer } from '@org/core/testing';
import { mandrill } from '@org/email/mandrill';
import { describe, expect, it } from 'vitest';
import { answering, message } from '../support/answering.ts';

const accept = (...emails: readonly string[]): FakeHttpAnswer => ({
  json: emails.map((email, index) => ({
    email,
    status: 'sent',
    _id: `id-${index + 1}`,
    reject_reason: null,
  })),
});

const createClient = (answer = accept('bob@example.com')) =>
  answering(mandrill({ apiKey: 'md-good' }), [answer]);

describe('a request to Mandrill', () => {
  it('has every field as the OpenAPI document spells it, and the key in the body', async () => {
    const { email, transport } = createClient(
      accept('bob@example.com', 'dan@example.com', 'eve@example.com'),
    );
    const { outcomes } = await email.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: 'Bob <bob@example.com>',
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
      tracking: { opens: true, clicks: false },
      sendAt: new Date('2000-01-02T03:04:05.001Z'),
      providerOptions: { mandrill: { subaccount: 'cust-1', ipPool: 'Main' } },
    });
    expect(transport.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://mandrillapp.com/api/1.4/messages/send',
    ]);
    expect(transport.requests[0]?.json()).toEqual({
      key: 'md-good',
      ip_pool: 'Main',
      send_at: '2000-01-02 03:04:06',
      message: {
        from_email: 'ann@acme.dev',
        from_name: 'Lee, Ann',
        to: [
          { email: 'bob@example.com', name: 'Bob', type: 'to' },
          { email: 'dan@example.com', type: 'cc' },
          { email: 'eve@example.com', type: 'bcc' },
        ],
        subject: 'Grüße',
        html: '<img src="cid:logo">',
        text: 'Grüße',
        headers: { 'X-Campaign': 'spring', 'Reply-To': 'help@acme.dev, Fay <fay@acme.dev>' },
        preserve_recipients: true,
        track_opens: true,
        track_clicks: false,
        tags: ['welcome', 'campaign:spring'],
        metadata: { order: '17' },
        attachments: [{ type: 'text/plain', name: 'a.txt', content: 'SGk=' }],
        images: [{ type: 'image/png', name: 'logo', content: 'cG5n' }],
        merge: false,
        subaccount: 'cust-1',
      },
    });
    expect(outcomes.map(({ recipient, messageId }) => [recipient, messageId])).toEqual([
      ['bob@example.com', 'id-1'],
      ['dan@example.com', 'id-2'],
      ['eve@example.com', 'id-3'],
    ]);
  });

  it('names a template and its values', async () => {
    const { email, transport } = createClient();
    const template = { id: 'welcome', variables: { name: 'Bob', items: [{ sku: 'a' }] } };
    await email.send({ to: 'bob@example.com', template });
    expect(`${transport.requests[0]?.url}`).toMatch(/\/messages\/send-template$/);
    expect(transport.requests[0]?.json()).toMatchObject({
      template_name: 'welcome',
      template_content: [],
      message: {
        merge: true,
        global_merge_vars: [
          { name: 'name', content: 'Bob' },
          { name: 'items', content: [{ sku: 'a' }] },
        ],
      },
    });
  });

  const image = { filename: 'a.pdf', content: 'x', disposition: 'inline', contentId: 'a' } as const;
  it.each([
    ['a tag with _ in front', { tags: ['ok', '_own'] }, 'tags[1]'],
    ['a long tag', { tags: ['a'.repeat(51)] }, 'tags[0]'],
    ['HTML and a template', { template: { id: 'x' } }, 'html'],
    ['an inline file that is not an image', { attachments: [image] }, 'attachments[0].contentType'],
  ])('is not made for %s', async (_what, wrong, path) => {
    const { email, transport } = createClient();
    await expect(email.send({ ...message, ...wrong } as never)).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      issues: [{ path }],
    });
    expect(transport.requests).toEqual([]);
  });

  it('has its key in no error, and is refused without a body for it', async () => {
    const words = 'Invalid key md-good of bob@example.com';
    const json = { status: 'error', name: 'Invalid_Key', message: words };
    const { email } = createClient({ status: 401, json });
    const error: unknown = await email.send(message).catch((thrown: unknown) => thrown);
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/md-good|bob@/);
    await expect(email.request({ method: 'GET', path: '/users/ping2' })).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'json' }],
    });
  });
});

describe('a success of Mandrill', () => {
  const answer = (email: string, status: string, reject_reason: string | null = null) => ({
    email,
    status,
    reject_reason,
    _id: `id of ${email}`,
  });

  it('holds an outcome for each recipient', async () => {
    const { email } = createClient({
      json: [
        answer('Bob@Example.com', 'queued'),
        answer('cat@example.com', 'rejected', 'hard-bounce'),
        answer('dan@example.com', 'invalid'),
      ],
    });
    const to = ['bob@example.com', 'cat@example.com', 'dan@example.com', 'eve@example.com'];
    const { outcomes } = await email.send({ ...message, to, recipientVisibility: 'shared' });
    expect(outcomes).toMatchObject([
      { recipient: 'bob@example.com', status: 'accepted', messageId: 'id of Bob@Example.com' },
      { status: 'suppressed', error: { code: 'recipient-suppressed', providerCode: 'hard-bounce' } },
      { status: 'rejected', error: { code: 'recipient-rejected', outcome: 'not-sent' } },
      { status: 'unknown', error: { code: 'incomplete-send', outcome: 'unknown' } },
    ]);
  });

  it('without an accepted recipient is an error', async () => {
    const { email } = createClient({ json: [answer('bob@example.com', 'rejected', 'spam')] });
    await expect(email.send(message)).rejects.toMatchObject({
      code: 'recipient-suppressed',
      outcome: 'not-sent',
    });
  });

  it('may come without a response: the send is not repeated', async () => {
    const { email, transport } = createClient({ status: 502 });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(transport.requests).toHaveLength(1);
  });
});
