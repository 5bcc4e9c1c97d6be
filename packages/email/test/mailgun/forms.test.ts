// Webhooks that Mailgun posts as forms: mail that a route forwards, and events before 2018.
// The fields are those of django-anymail 8c40cc4, tests/test_mailgun_inbound.py and test_mailgun_webhooks.py.
import { createHmac } from 'node:crypto';
import { createEmailClient, memoryReplayStore } from '@org/email';
import { mailgun } from '@org/email/mailgun';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const key = 'key-test-signing';
const timestamp = '1795343400'; // 2026-11-22T10:30:00Z
const token = '06c96bafc3f42a66b9edd546347a2fe18dc23461fe80dc52f0';
const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex');
const signed = { timestamp, token, signature };
const arrived = {
  ...signed,
  recipient: 'orders@acme.dev',
  sender: 'bob@example.com',
  'message-headers': '[["Received", "by mx"], ["Message-Id", "<in-1@mail.example.com>"]]',
  'body-plain': 'Hello',
};

function createClient() {
  const driver = mailgun({ apiKey: 'x', domain: 'mg.acme.dev', webhookSecret: key });
  const now = () => Number(timestamp) * 1_000;
  return createEmailClient({ driver, runtime: { now }, webhooks: { replayStore: memoryReplayStore() } });
}

const post = (body: BodyInit, headers: HeadersInit = {}) =>
  new Request('https://acme.dev/hook', { method: 'POST', headers, body });
const parse = async (request: Request) => (await createClient().webhooks.parse(request)).events;

function multipart(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('attachment-1', new File(['%PDF'], 'order.pdf', { type: 'application/pdf' }));
  return form;
}

describe('a form of Mailgun', () => {
  const inbound = {
    type: 'inbound',
    recipient: 'orders@acme.dev',
    messageId: 'in-1@mail.example.com',
    timestamp: new Date('2026-11-22T10:30:00Z'),
  };

  it('is a mail that arrived, with its fields', async () => {
    expect(await parse(post(new URLSearchParams(arrived)))).toMatchObject([{ ...inbound, raw: arrived }]);
  });

  it('may have files: the event names them', async () => {
    const [event] = await parse(post(multipart(arrived)));
    expect(event).toMatchObject({ ...inbound, raw: { ...arrived, 'attachment-1': 'order.pdf' } });
  });

  it.each<[string, object, object]>([
    ['delivered', {}, { type: 'delivered' }],
    ['opened', { 'user-agent': 'Mail', ip: '192.0.2.1' }, { type: 'opened', client: { userAgent: 'Mail' } }],
    ['clicked', { url: 'https://acme.dev/a' }, { type: 'clicked', click: { url: 'https://acme.dev/a' } }],
    ['complained', { tag: 'spring' }, { type: 'complained', tags: [{ name: 'spring' }] }],
    ['unsubscribed', {}, { type: 'unsubscribed' }],
    [
      'bounced',
      { code: '550', error: '550 5.1.1 No such user' },
      { type: 'bounced', bounce: { class: 'hard', smtpCode: '550', enhancedCode: '5.1.1' } },
    ],
    [
      'dropped',
      { code: '606', description: 'Unsubscribed' },
      { type: 'suppressed', bounce: { category: 'unsubscribed' } },
    ],
    ['of a later time', {}, { type: 'unknown' }],
  ])('before 2018 is an event: %s', async (event, more, expected) => {
    const fields = { ...signed, event, recipient: 'bob@example.com', 'Message-Id': '<1@acme.dev>', ...more };
    expect(await parse(post(new URLSearchParams(fields)))).toMatchObject([
      { recipient: 'bob@example.com', messageId: '1@acme.dev', ...expected, raw: fields },
    ]);
  });

  it('without an event and a recipient is unknown', async () => {
    expect(await parse(post(new URLSearchParams(signed)))).toMatchObject([{ type: 'unknown', raw: signed }]);
  });

  it('is handled once, and its event keeps its id', async () => {
    const { webhooks } = createClient();
    const first = await webhooks.parse(post(new URLSearchParams(arrived)));
    await first.settle();
    await expect(webhooks.parse(post(multipart(arrived)))).rejects.toMatchObject({
      code: 'webhook-replayed',
    });
    const [again] = await parse(post(multipart(arrived)));
    expect(again?.id).toBe(first.events[0]?.id);
  });
});

describe('security: a form of Mailgun', () => {
  it.each<[string, Request]>([
    ['another signature', post(new URLSearchParams({ ...arrived, signature: signature.replace(/^./, 'x') }))],
    ['another token', post(new URLSearchParams({ ...arrived, token: `${token}0` }))],
    ['no signature', post(new URLSearchParams({ recipient: 'orders@acme.dev' }))],
    ['files as fields of the signature', post(signatureAsFile())],
    ['a damaged form', post('--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=x' })],
    ['no boundary', post(`${new URLSearchParams(arrived)}`, { 'content-type': 'multipart/form-data' })],
    ['a form by another name', post(`${new URLSearchParams(arrived)}`, { 'content-type': 'text/plain' })],
  ])('is refused with %s', async (_what, request) => {
    await expect(parse(request)).rejects.toMatchObject({ code: 'webhook-signature', responseStatus: 406 });
  });

  it('E8: no body throws something else', async () => {
    const types = fc.constantFrom(
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), types, async (body, type) => {
        await expect(parse(post(body, { 'content-type': type }))).rejects.toMatchObject({
          code: 'webhook-signature',
        });
      }),
      { numRuns: 300 },
    );
  });
});

function signatureAsFile(): FormData {
  const form = multipart(arrived);
  form.set('signature', new File(['x'], 'signature'));
  return form;
}
