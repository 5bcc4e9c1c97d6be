import type { EmailMessage } from '@org/email';
import { brevo } from '@org/email/brevo';
import { describe, expect, it } from 'vitest';
import { accepted, answerWith, message } from './fake.ts';

const headers = { idempotencyKey: '6f1c2a52-8f0e-4c5b-9d64-1b1f7d3a9e10' };
const base = {
  sender: { email: 'ann@acme.dev', name: 'Ann' },
  to: [{ email: 'bob@example.com' }],
  subject: 'Hi',
  htmlContent: '<p>Hi</p>',
  headers,
};

async function bodyOf(extra: object): Promise<unknown> {
  const { email, requests } = answerWith(accepted);
  await email.send({ ...message, ...extra } as EmailMessage);
  return requests[0]?.json();
}

const sendAt = new Date('2030-04-05T10:30:00.000Z');
const { sender, to } = base;

describe('brevo: what a message becomes', () => {
  it.each<[string, object, object]>([
    ['HTML', {}, base],
    ['text beside HTML', { text: 'Hi' }, { ...base, textContent: 'Hi' }],
    [
      'copies',
      { to: 'Bob <bob@example.com>', cc: 'cat@example.com', bcc: 'Dan <dan@example.com>' },
      {
        ...base,
        to: [{ email: 'bob@example.com', name: 'Bob' }],
        cc: [{ email: 'cat@example.com' }],
        bcc: [{ email: 'dan@example.com', name: 'Dan' }],
      },
    ],
    [
      'a reply address',
      { replyTo: 'Help <h@acme.dev>' },
      { ...base, replyTo: { email: 'h@acme.dev', name: 'Help' } },
    ],
    ['headers', { headers: { 'X-A': 'b' } }, { ...base, headers: { 'X-A': 'b', ...headers } }],
    ['tags', { tags: ['a', { name: 'b', value: 'c' }] }, { ...base, tags: ['a', 'b:c'] }],
    [
      'metadata, in ASCII',
      { metadata: { order: '17', city: 'Zürich' } },
      { ...base, headers: { 'X-Mailin-custom': '{"order":"17","city":"Z\\u00fcrich"}', ...headers } },
    ],
    ['an instant', { sendAt }, { ...base, scheduledAt: '2030-04-05T10:30:00.000Z' }],
    ['the sandbox', { sandbox: true }, { ...base, headers: { 'X-Sib-Sandbox': 'drop', ...headers } }],
    [
      'an attachment',
      { attachments: [{ filename: 'a.TXT', content: 'hello' }] },
      { ...base, attachment: [{ name: 'a.TXT', content: 'aGVsbG8=' }] },
    ],
    [
      'a template with values',
      { html: undefined, template: { id: '7', variables: { name: 'Bob', items: [1, { a: null }] } } },
      { sender, to, subject: 'Hi', headers, templateId: 7, params: { name: 'Bob', items: [1, { a: null }] } },
    ],
    [
      'a template alone',
      { html: undefined, subject: undefined, from: undefined, template: { id: '7' } },
      { to, headers, templateId: 7 },
    ],
    [
      'braces in HTML',
      { html: '{{a}} {% b %} {c}' },
      { ...base, htmlContent: '&#123;{a}} &#123;% b %} {c}' },
    ],
    [
      'own params',
      { html: '{{params.a}}', subject: '{{params.a}}', providerOptions: { brevo: { params: { a: 1 } } } },
      { ...base, subject: '{{params.a}}', htmlContent: '{{params.a}}', params: { a: 1 } },
    ],
    ['a sender by id', { providerOptions: { brevo: { senderId: 2 } } }, { ...base, sender: { id: 2 } }],
    [
      'a sending address and a batch',
      {
        providerOptions: { brevo: { senderIp: '1.2.3.4', batchId: '5c6cfa04-eed9-42c2-8b5c-6d470d978e9d' } },
      },
      {
        ...base,
        headers: { 'sender.ip': '1.2.3.4', ...headers },
        batchId: '5c6cfa04-eed9-42c2-8b5c-6d470d978e9d',
      },
    ],
  ])('%s', async (_what, extra, body) => {
    expect(await bodyOf(extra)).toEqual(body);
  });

  it('sends the key in its header to the send endpoint', async () => {
    const { email, requests } = answerWith(accepted);
    const result = await email.send(message);
    expect(requests[0]?.url.href).toBe('https://api.brevo.com/v3/smtp/email');
    expect(requests[0]?.headers.get('api-key')).toBe('xkeysib-test');
    expect(requests[0]?.headers.has('idempotency-key')).toBe(false);
    expect(result.messageId).toBe('a.1@smtp-relay.mailin.fr');
  });

  it('keeps a key of the caller that is a UUID', async () => {
    const { session, requests } = answerWith(accepted);
    const idempotencyKey = 'B52DBFAA-81DD-4A08-B807-085C00000000';
    const { prepared } = await preparedMessages([message]);
    await session.execute('send', prepared, { idempotencyKey });
    expect(requests[0]?.json()).toMatchObject({ headers: { idempotencyKey } });
  });
});

describe('brevo: what a message cannot have', () => {
  const long = 'x'.repeat(71);
  it.each<[string, object, string]>([
    ['a long name', { to: { address: 'bob@example.com', name: long } }, 'to[0].name'],
    ['a long name of the sender', { from: { address: 'a@acme.dev', name: long } }, 'from.name'],
    ['braces in the subject', { subject: 'Hi {{name}}' }, 'subject'],
    ['braces in the text', { text: '{% if a %}' }, 'text'],
    ['HTML together with a template', { template: { id: '7' } }, 'html'],
    ['a template id that is not a number', { html: undefined, template: { id: 'welcome' } }, 'template.id'],
    ['a header outside ASCII', { headers: { 'X-A': 'Zürich' } }, 'headers.X-A'],
    ['a header with instructions', { headers: { 'X-Sib-Sandbox': 'drop' } }, 'headers.X-Sib-Sandbox'],
    ['metadata as a header', { headers: { 'X-Mailin-Custom': 'a' } }, 'headers.X-Mailin-Custom'],
    [
      'an unknown extension',
      { attachments: [{ filename: 'a.exe', content: 'x' }] },
      'attachments[0].filename',
    ],
    ['no extension', { attachments: [{ filename: 'pdf', content: 'x' }] }, 'attachments[0].filename'],
    [
      'an inline image',
      { attachments: [{ filename: 'a.png', content: 'x', disposition: 'inline', contentId: 'a' }] },
      'attachments[0]',
    ],
    [
      'a file of another type than its name says',
      { attachments: [{ filename: 'a.txt', content: 'x', contentType: 'text/calendar' }] },
      'attachments[0].contentType',
    ],
    ['a non-ASCII local part', { to: 'bärbel@example.com' }, 'to[0]'],
  ])('%s', async (_what, extra, path) => {
    const { email, requests } = answerWith(accepted);
    await expect(email.send({ ...message, ...extra } as EmailMessage)).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      issues: [{ path }],
    });
    expect(requests).toEqual([]);
  });

  it.each([
    { sender: 1 },
    { senderId: 'a' },
    { senderIp: 'host' },
    { batchId: 'x' },
    { params: { a: () => 1 } },
  ])('a wrong option: %o', async (options) => {
    const { email, requests } = answerWith(accepted);
    const wrong = { ...message, providerOptions: { brevo: options } } as EmailMessage;
    await expect(email.send(wrong)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(requests).toEqual([]);
  });

  it('more than 99 recipients of one mail', async () => {
    const { email } = answerWith(accepted);
    const many = Array.from({ length: 100 }, (_, index) => `p${index}@example.com`);
    const sent = email.send({ ...message, to: many, recipientVisibility: 'shared' });
    await expect(sent).rejects.toMatchObject({ code: 'payload-too-large', outcome: 'not-sent' });
  });

  it('sends text alone only as HTML, and says so', async () => {
    const { email, requests } = answerWith(accepted);
    const text = { ...message, html: undefined, text: 'a < b' };
    await expect(email.send(text)).rejects.toMatchObject({ code: 'unsupported' });
    const { lossy } = await email.send(text, { onLossy: 'allow' });
    expect(lossy.map(({ field }) => field)).toEqual(['text']);
    expect(requests[0]?.json()).toMatchObject({ htmlContent: expect.stringContaining('a &lt; b</pre>') });
  });

  it('reports metadata as visible', async () => {
    const { email } = answerWith(accepted);
    const { lossy } = await email.send({ ...message, metadata: { a: 'b' } });
    expect(lossy.map(({ field, action }) => [field, action])).toEqual([['metadata', 'approximated']]);
  });
});

describe('brevo: messages of one request', () => {
  it('are versions with what differs, and get an id each, in order', async () => {
    const json = { messageIds: ['<1@m.fr>', '<2@m.fr>', '<3@m.fr>'] };
    const { session, requests } = answerWith({ status: 201, json });
    const { all } = await preparedMessages([
      { ...message, tags: ['a'] },
      { ...message, tags: ['a'], to: 'cat@example.com', subject: 'Ho', replyTo: 'h@acme.dev' },
      { ...message, tags: ['a'], to: 'dan@example.com', html: '<p>Dan</p>' },
    ]);
    const receipts = await session.execute('send.batch', all, { idempotencyKey: 'batch 1' });
    expect(requests[0]?.json()).toEqual({
      sender,
      subject: 'Hi',
      htmlContent: '<p>Hi</p>',
      tags: ['a'],
      headers: { idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/) },
      messageVersions: [
        { to, subject: 'Hi' },
        { to: [{ email: 'cat@example.com' }], subject: 'Ho', replyTo: { email: 'h@acme.dev' } },
        { to: [{ email: 'dan@example.com' }], subject: 'Hi', htmlContent: '<p>Dan</p>' },
      ],
    });
    expect(receipts.map((receipt) => receipt?.outcomes)).toEqual([
      [{ recipient: 'bob@example.com', status: 'accepted', messageId: '1@m.fr' }],
      [{ recipient: 'cat@example.com', status: 'accepted', messageId: '2@m.fr' }],
      [{ recipient: 'dan@example.com', status: 'accepted', messageId: '3@m.fr' }],
    ]);
  });

  it('are not accepted without ids', async () => {
    const { all } = await preparedMessages([message, { ...message, to: 'cat@example.com' }]);
    const none = answerWith({ status: 200, json: { ok: true } });
    await expect(none.session.execute('send.batch', all)).rejects.toMatchObject({
      code: 'response-format',
      outcome: 'unknown',
    });
  });

  const same = [
    { to: 'cat@example.com' },
    { subject: 'Other' },
    { html: '<b>' },
    { replyTo: 'a@acme.dev' },
    { cc: 'cat@example.com' },
  ];
  const other = [
    { from: 'eve@acme.dev' },
    { headers: { 'X-A': 'b' } },
    { tags: ['a'] },
    { metadata: { a: 'b' } },
    { text: 'Hi' },
    { sendAt },
    { sandbox: true },
    { html: undefined, template: { id: '7' } },
    { providerOptions: { brevo: { senderId: 2 } } },
    { providerOptions: { brevo: { params: { a: 1 } } } },
  ];
  const alone = [
    { attachments: [{ filename: 'a.txt', content: 'a' }] },
    { to: ['a@example.com', 'b@example.com', 'c@example.com'], recipientVisibility: 'shared' },
    { html: undefined, template: { id: '7', variables: { a: 'x'.repeat(1_000) } } },
  ];
  const keyOf = async (extra: object) => {
    const { prepared } = await preparedMessages([{ ...message, ...extra } as EmailMessage]);
    return brevo({ apiKey: 'a' }).batchKey?.(prepared);
  };

  it.each(same)('share a key with %o', async (extra) => {
    expect(await keyOf(extra)).toBe(await keyOf({}));
  });
  it.each(other)('have another key with %o', async (extra) => {
    expect([undefined, await keyOf({})]).not.toContain(await keyOf(extra));
  });
  it.each(alone)('go alone with %o', async (extra) => {
    expect(await keyOf(extra)).toBeUndefined();
  });
});

/** As the client prepares them for a driver. */
async function preparedMessages(messages: readonly EmailMessage[]) {
  const { prepareMessage } = await import('../../src/model/message/read-message.ts');
  const all = messages.map((input) => prepareMessage(input));
  const [prepared] = all;
  if (prepared === undefined) throw new Error('There is no message.');
  return { all, prepared };
}
