import type { EmailMessage } from '@org/email';
import type { PostmarkCapabilities } from '@org/email/postmark';
import { describe, expect, it } from 'vitest';
import { clientWith, message, sent } from './client.ts';

type Message = EmailMessage<PostmarkCapabilities>;

const wire = { From: 'Ann <ann@acme.dev>', To: 'bob@example.com', Subject: 'Hi', HtmlBody: '<p>Hi</p>' };

async function bodyOf(extra: Partial<Message>): Promise<unknown> {
  const { email, bodies } = clientWith();
  await email.send({ ...message, ...extra } as Message);
  return bodies()[0];
}

async function refusalOf(extra: object): Promise<unknown> {
  const { email, transport } = clientWith();
  const error = await email.send({ ...message, ...extra } as Message).catch((caught: unknown) => caught);
  expect(transport.requests).toEqual([]);
  return error;
}

describe('postmark: requests of send', () => {
  it('has the token in its header, and asks for JSON', async () => {
    const { email, transport } = clientWith();
    const result = await email.send(message);
    const [request] = transport.requests;
    expect([request?.method, request?.url.href]).toEqual(['POST', 'https://api.postmarkapp.com/email']);
    expect(request?.headers.get('x-postmark-server-token')).toBe('a-server-token');
    expect(request?.headers.get('accept')).toBe('application/json');
    expect(request?.headers.get('content-type')).toMatch(/^application\/json/);
    expect(result).toMatchObject({ provider: 'postmark', messageId: sent.MessageID, lossy: [] });
  });

  it.each<[string, Partial<Message>, object]>([
    ['only what is given', {}, {}],
    ['a text', { text: 'Hi' }, { TextBody: 'Hi' }],
    [
      'all kinds of recipients, with names',
      {
        to: ['"Lee, Bob" <bob@example.com>', 'cat@example.com'],
        cc: 'Dán <dan@example.com>',
        bcc: ['eve@example.com', 'fay@example.com'],
      },
      {
        To: '"Lee, Bob" <bob@example.com>, cat@example.com',
        Cc: 'Dán <dan@example.com>',
        Bcc: 'eve@example.com, fay@example.com',
      },
    ],
    [
      'reply addresses',
      { replyTo: ['a@acme.dev', 'B <b@acme.dev>'] },
      { ReplyTo: 'a@acme.dev, B <b@acme.dev>' },
    ],
    ['a tag', { tags: ['welcome'] }, { Tag: 'welcome' }],
    ['a tag with a value', { tags: [{ name: 'kind', value: 'news' }] }, { Tag: 'kind:news' }],
    ['metadata', { metadata: { order: '17' } }, { Metadata: { order: '17' } }],
    ['headers', { headers: { 'X-A': 'b' } }, { Headers: [{ Name: 'X-A', Value: 'b' }] }],
    [
      'priority and one-click unsubscription as headers',
      { priority: 'high', listUnsubscribe: { url: 'https://acme.dev/u', oneClick: true } },
      {
        Headers: [
          { Name: 'X-Priority', Value: '1 (Highest)' },
          { Name: 'Importance', Value: 'high' },
          { Name: 'List-Unsubscribe', Value: '<https://acme.dev/u>' },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        ],
      },
    ],
    [
      'attachments and inline images',
      {
        attachments: [
          { filename: 'a.pdf', content: new Uint8Array([1, 2, 3]) },
          { filename: 'logo.png', content: 'x', disposition: 'inline', contentId: 'logo.png' },
        ],
      },
      {
        Attachments: [
          { Name: 'a.pdf', Content: 'AQID', ContentType: 'application/pdf' },
          { Name: 'logo.png', Content: 'eA==', ContentType: 'image/png', ContentID: 'cid:logo.png' },
        ],
      },
    ],
    ['a stream', { stream: 'news' }, { MessageStream: 'news' }],
    [
      'tracking on',
      { tracking: { opens: true, clicks: true } },
      { TrackOpens: true, TrackLinks: 'HtmlAndText' },
    ],
    [
      'tracking off',
      { tracking: { opens: false, clicks: false } },
      { TrackOpens: false, TrackLinks: 'None' },
    ],
    ['trackLinks', { providerOptions: { postmark: { trackLinks: 'HtmlOnly' } } }, { TrackLinks: 'HtmlOnly' }],
  ])('carry %s', async (_what, extra, expected) => {
    expect(await bodyOf({ recipientVisibility: 'shared', ...extra })).toEqual({ ...wire, ...expected });
  });

  it.each([
    ['17', { TemplateId: 17 }],
    ['welcome-v1', { TemplateAlias: 'welcome-v1' }],
  ])('name the template %s', async (id, expected) => {
    const { email, transport, bodies } = clientWith();
    const variables = { name: 'Bob', items: [{ price: 2 }] };
    await email.send({
      from: message.from,
      to: message.to,
      template: { id, variables },
      providerOptions: { postmark: { inlineCss: false } },
    });
    expect(transport.requests[0]?.url.pathname).toBe('/email/withTemplate');
    expect(bodies()).toEqual([
      { From: wire.From, To: wire.To, ...expected, TemplateModel: variables, InlineCss: false },
    ]);
  });
});

describe('postmark: what a message cannot have', () => {
  const template = { id: '17' };

  it.each<[string, object, string]>([
    ['sendAt', { sendAt: new Date(Date.now() + 60_000) }, 'unsupported'],
    ['sandbox', { sandbox: true }, 'unsupported'],
    ['two tags', { tags: ['a', 'b'] }, 'unsupported'],
    ['a non-ASCII local part', { to: 'bö@example.com' }, 'unsupported'],
    ['a subject with a template', { template, html: undefined }, 'unsupported'],
    ['HTML with a template', { template, subject: undefined }, 'unsupported'],
    [
      'a template without from',
      { template, subject: undefined, html: undefined, from: undefined },
      'invalid-input',
    ],
    ['a misspelt option', { providerOptions: { postmark: { trackLink: 'None' } } }, 'invalid-input'],
    ['another value of an option', { providerOptions: { postmark: { trackLinks: 'All' } } }, 'invalid-input'],
    [
      'trackLinks next to tracking.clicks',
      { tracking: { clicks: true }, providerOptions: { postmark: { trackLinks: 'None' } } },
      'invalid-input',
    ],
    ['inlineCss without a template', { providerOptions: { postmark: { inlineCss: true } } }, 'invalid-input'],
    [
      '51 recipients',
      {
        to: Array.from({ length: 51 }, (_, index) => `a${index}@example.com`),
        recipientVisibility: 'shared',
      },
      'payload-too-large',
    ],
    [
      'more than 10 MiB of files',
      { attachments: [{ filename: 'a', content: new Uint8Array(10 * 1024 * 1024 + 1) }] },
      'payload-too-large',
    ],
  ])('%s', async (_what, extra, code) => {
    expect(await refusalOf(extra)).toMatchObject({ code, outcome: 'not-sent' });
  });

  it('keeps the first tag where the caller allows it', async () => {
    const { email, bodies } = clientWith();
    const { lossy } = await email.send({ ...message, tags: ['a', 'b'] }, { onLossy: 'allow' });
    expect([bodies(), lossy.map(({ field }) => field)]).toEqual([[{ ...wire, Tag: 'a' }], ['tags']]);
  });

  it('reports an idempotency key that has no effect', async () => {
    const { lossy } = await clientWith().email.send(message, { idempotencyKey: 'order-17' });
    expect(lossy).toMatchObject([{ field: 'idempotencyKey', action: 'dropped' }]);
  });
});

describe('postmark: receipts', () => {
  it('reports recipients that Postmark left out as suppressed', async () => {
    const Message =
      'Message OK, but will not deliver to these inactive addresses: bob@example.com, eve@example.com. ' +
      'Inactive recipients are ones that have generated a hard bounce or a spam complaint.';
    const { email } = clientWith({ json: { ...sent, Message } });
    const { outcomes } = await email.send({
      ...message,
      to: 'Bob@example.com',
      cc: ['cat@example.com', 'eve@example.com'],
    });
    expect(outcomes.map(({ recipient, status, error }) => [recipient, status, error?.code])).toEqual([
      ['Bob@example.com', 'suppressed', 'recipient-suppressed'],
      ['cat@example.com', 'accepted', undefined],
      ['eve@example.com', 'suppressed', 'recipient-suppressed'],
    ]);
  });

  it.each([{}, { ErrorCode: 0, Message: 'OK' }, [sent], '<html>'])(
    'a 200 with %j proves nothing',
    async (json) => {
      const { email, transport } = clientWith({ json });
      await expect(email.send(message)).rejects.toMatchObject({
        code: 'response-format',
        outcome: 'unknown',
      });
      expect(transport.requests.length).toBe(1);
    },
  );
});
