import type { FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { type CloudflareBinding, cloudflare, cloudflareBinding } from '@org/email/cloudflare';
import { describe, expect, it, vi } from 'vitest';
import { answering, message } from '../support/answering.ts';

const result = (
  delivered: readonly string[],
  bounced: readonly string[] = [],
  queued: readonly string[] = [],
) => ({
  json: {
    success: true,
    errors: [],
    messages: [],
    result: { delivered, permanent_bounces: bounced, queued, message_id: '<x@acme.dev>' },
  },
});
const createClient = (answer: FakeHttpAnswer = result(['bob@example.com'])) =>
  answering(cloudflare({ apiKey: 'cf-good', accountId: 'a1' }), [answer]);

describe('a request to Cloudflare', () => {
  it('has every field as the documentation spells it', async () => {
    const { email, transport } = createClient();
    await email.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: 'Bob <bob@example.com>',
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: 'Help <help@acme.dev>',
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring', 'In-Reply-To': '<1@acme.dev>' },
      attachments: [
        { filename: 'a.txt', content: 'Hi' },
        { filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' },
      ],
    });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe(
      'POST https://api.cloudflare.com/client/v4/accounts/a1/email/sending/send',
    );
    expect(request?.headers.get('authorization')).toBe('Bearer cf-good');
    expect(request?.json()).toEqual({
      from: { address: 'ann@acme.dev', name: 'Lee, Ann' },
      to: [{ address: 'bob@example.com', name: 'Bob' }],
      cc: [{ address: 'dan@example.com' }],
      bcc: [{ address: 'eve@example.com' }],
      reply_to: { address: 'help@acme.dev', name: 'Help' },
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring', 'In-Reply-To': '<1@acme.dev>' },
      attachments: [
        { filename: 'a.txt', type: 'text/plain', content: 'SGk=', disposition: 'attachment' },
        {
          filename: 'logo.png',
          type: 'image/png',
          content: 'cG5n',
          disposition: 'inline',
          content_id: 'logo',
        },
      ],
    });
  });

  it.each([
    ['a header that is not allowed', { 'X-A': 'ok', 'Return-Receipt-To': 'ann@acme.dev' }, 'headers[1]'],
    ['a long value', { 'X-A': 'a b '.repeat(513) }, 'headers[0]'],
    [
      'too many bytes',
      Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`X-${index}`, 'a b '.repeat(500)])),
      'headers[8]',
    ],
  ])('is not made for %s', async (_what, headers, path) => {
    const { email, transport } = createClient();
    await expect(email.send({ ...message, headers })).rejects.toMatchObject({
      code: 'unsupported',
      issues: [{ path }],
    });
    expect(transport.requests).toEqual([]);
  });

  it('needs an account, of the option or the environment', async () => {
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', undefined);
    expect(() => cloudflare({ apiKey: 'x' })).toThrow('CLOUDFLARE_ACCOUNT_ID');
    expect(() => cloudflare({ apiKey: 'x', accountId: '../user' })).toThrow('accountId');
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'a2');
    vi.stubEnv('CLOUDFLARE_API_KEY', 'a key of another kind');
    vi.stubEnv('CLOUDFLARE_API_TOKEN', 'cf-token');
    const { email, transport } = answering(cloudflare(), [result(['bob@example.com'])]);
    await email.send(message);
    vi.unstubAllEnvs();
    expect(transport.requests[0]?.url.pathname).toContain('/accounts/a2/');
    expect(transport.requests[0]?.headers.get('authorization')).toBe('Bearer cf-token');
  });
});

describe('a success of Cloudflare', () => {
  it('has an outcome for each recipient', async () => {
    const answer = result(['BOB@example.com'], ['cat@example.com'], ['dan@example.com']);
    const { email } = createClient(answer);
    const to = ['bob', 'cat', 'dan', 'eve'].map((name) => `${name}@example.com`);
    const { outcomes } = await email.send({ ...message, to, recipientVisibility: 'shared' });
    expect(outcomes).toMatchObject([
      { recipient: 'bob@example.com', status: 'accepted', messageId: '<x@acme.dev>' },
      { status: 'rejected', error: { code: 'recipient-rejected', outcome: 'not-sent' } },
      { status: 'accepted', messageId: '<x@acme.dev>' },
      { status: 'unknown', error: { code: 'incomplete-send', outcome: 'unknown' } },
    ]);
  });

  it('that says `success: false` is a refusal', async () => {
    const { email } = createClient({
      json: { success: false, errors: [{ code: 10202, message: 'invalid' }] },
    });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'bad-request', outcome: 'not-sent' });
  });

  it('may come without a response: the send is not repeated', async () => {
    const { email, transport } = createClient({ status: 502 });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(transport.requests).toHaveLength(1);
  });
});

describe('a binding of a Worker', () => {
  const failing = (error: unknown): CloudflareBinding => ({ send: () => Promise.reject(error) });
  const coded = (code: string) => Object.assign(new Error('No bob@example.com'), { code });

  it.each([
    ['E_SENDER_NOT_VERIFIED', 'sender-not-verified', 'not-sent'],
    ['E_RECIPIENT_SUPPRESSED', 'recipient-suppressed', 'not-sent'],
    ['E_RECIPIENT_NOT_ALLOWED', 'recipient-rejected', 'not-sent'],
    ['E_DAILY_LIMIT_EXCEEDED', 'quota-exceeded', 'not-sent'],
    ['E_CONTENT_TOO_LARGE', 'payload-too-large', 'not-sent'],
    ['E_HEADER_NOT_ALLOWED', 'bad-request', 'not-sent'],
    ['E_INTERNAL_SERVER_ERROR', 'server', 'unknown'],
    ['E_DELIVERY_FAILED', 'server', 'unknown'],
    ['E_OF_A_LATER_VERSION', 'server', 'unknown'],
  ])('that throws %s is %s, %s', async (code, expected, outcome) => {
    const email = createEmailClient({ driver: cloudflareBinding(failing(coded(code))) });
    const error: unknown = await email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: expected, outcome, providerCode: code });
    expect(`${error}`).toContain('No [address]');
  });

  it.each([undefined, null, {}, 'EMAIL'])('is not %o', (binding) => {
    expect(() => cloudflareBinding(binding as never)).toThrow(
      expect.objectContaining({ code: 'configuration', message: expect.stringContaining('send_email') }),
    );
  });

  it('that throws anything leaves a doubt', async () => {
    for (const thrown of ['text', undefined, new TypeError('no')])
      await expect(
        createEmailClient({ driver: cloudflareBinding(failing(thrown)) }).send(message),
      ).rejects.toMatchObject({ code: 'server', outcome: 'unknown', attempts: 1 });
  });

  it('that is silent is left at the abort of the caller', async () => {
    const controller = new AbortController();
    const send = () => {
      setTimeout(() => controller.abort());
      return new Promise<never>(() => {});
    };
    const driver = cloudflareBinding({ send });
    const sending = createEmailClient({ driver }).send(message, { signal: controller.signal });
    await expect(sending).rejects.toMatchObject({ code: 'aborted', outcome: 'unknown' });
  });

  it('gets the bytes of a file', async () => {
    const seen: object[] = [];
    const driver = cloudflareBinding({
      send: async (wire: object) => {
        seen.push(wire);
        return { messageId: 'm-1' };
      },
    });
    const content = new Uint8Array([1, 2, 3]).subarray(1);
    const { messageId } = await createEmailClient({ driver }).send({
      ...message,
      attachments: [{ filename: 'a.bin', content }],
    });
    expect(messageId).toBe('m-1');
    expect(seen).toMatchObject([{ from: { email: 'ann@acme.dev', name: 'Ann' }, attachments: [{}] }]);
    const [{ attachments: [file] = [] } = {}] = seen as { attachments?: { content: ArrayBuffer }[] }[];
    expect([...new Uint8Array(file?.content ?? new ArrayBuffer(0))]).toEqual([2, 3]);
  });
});
