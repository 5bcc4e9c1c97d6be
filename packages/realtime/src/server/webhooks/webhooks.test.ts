import { createHmac } from 'node:crypto';
import { type CredentialSource, fromEnv, fromValue } from '@org/core';
import { WebhookSignatureError } from '@org/core/webhooks';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRealtimeServerClient } from '../server-client.ts';

const key = '278d425bdf160c739803';
const secret = '7ad3773142a6692b25b8';
const sentAt = 1_327_078_148_132;
// The body and its signature were computed with the vendor's Node library.
const body =
  '{"time_ms":1327078148132,"events":[{"name":"client_event","channel":"presence-room",' +
  '"event":"client-typing","data":"{\\"on\\":true}","socket_id":"1234.1234","user_id":"u1"},' +
  '{"name":"subscription_count","channel":"orders","subscription_count":7}]}';
const signature = 'bdab12e23a8cc9092406e002dcda2e442657342a2763aac5ce20ca272953d26d';

const server = (nowMs = sentAt, options = {}) =>
  createRealtimeServerClient({
    appId: '3',
    key,
    secret,
    host: 'api.example.com',
    runtime: { now: () => nowMs },
    ...options,
  });

const sign = (text: string, withSecret = secret) =>
  createHmac('sha256', withSecret).update(text).digest('hex');
const request = (text: string, headers: Record<string, string> = {}) => ({
  headers: { 'X-Pusher-Key': key, 'X-Pusher-Signature': sign(text), ...headers },
  body: text,
});

const isForged = (error: unknown) => WebhookSignatureError.isInstance(error);

afterEach(() => vi.unstubAllEnvs());

describe('W10: webhooks', () => {
  it('reads a signed webhook, typed', async () => {
    const webhook = await server().webhooks.parse({
      headers: { 'x-pusher-key': key, 'x-pusher-signature': signature },
      body,
    });
    expect(webhook).toMatchObject({
      id: 'realtime:bdab12e23a8cc9092406e002dcda2e442657342a2763aac5ce20ca272953d26d',
      at: new Date(sentAt),
      events: [
        {
          type: 'client_event',
          channel: 'presence-room',
          event: 'client-typing',
          data: { on: true },
          raw: '{"on":true}',
          socketId: '1234.1234',
          userId: 'u1',
        },
        { type: 'subscription_count', channel: 'orders', subscriptionCount: 7 },
      ],
    });
  });

  it("reads the webhook of pusher-http-node's tests", async () => {
    const text = '{"time_ms":1403175510755,"events":[{"channel":"test_channel","name":"channel_vacated"}]}';
    const options = { key: '123456789', secret: 'tofu' };
    const webhook = await server(1_403_175_510_755, options).webhooks.parse({
      headers: {
        'x-pusher-key': '123456789',
        'x-pusher-signature': 'c17257e92037cd7de407ebc1ed174ceb7b2e518db127f44411b9ffc4f5b28cc5',
      },
      body: text,
    });
    expect(webhook.events).toEqual([{ type: 'channel_vacated', channel: 'test_channel' }]);
  });

  it('takes a web Request, with any content type', async () => {
    const web = new Request('https://app.example/hook', {
      method: 'POST',
      headers: {
        'x-pusher-key': key,
        'x-pusher-signature': signature,
        'content-type': 'application/json; charset=utf-8',
      },
      body,
    });
    expect((await server().webhooks.parse(web)).events).toHaveLength(2);
  });

  it('passes on no key that would change a prototype (C16)', async () => {
    const text = `{"time_ms":${sentAt},"events":[{"name":"new_thing","__proto__":{"polluted":true}}]}`;
    const [event] = (await server().webhooks.parse(request(text))).events;
    expect(Object.assign({}, event?.type === 'other' ? event.raw : {})).not.toHaveProperty('polluted');
  });

  it('passes on events of unknown types', async () => {
    const text = JSON.stringify({ time_ms: sentAt, events: [{ name: 'new_thing', x: 1 }] });
    expect((await server().webhooks.parse(request(text))).events).toEqual([
      { type: 'other', name: 'new_thing', raw: { name: 'new_thing', x: 1 } },
    ]);
  });

  it('passes on a known event without what it should have', async () => {
    const lacking = [
      { name: 'client_event', channel: 'private-a' },
      { name: 'member_added', channel: 'a' },
    ];
    const text = JSON.stringify({ time_ms: sentAt, events: lacking });
    const { events } = await server().webhooks.parse(request(text));
    expect(events).toEqual(lacking.map((raw) => ({ type: 'other', name: raw.name, raw })));
  });

  it('accepts the old pair during a rotation', async () => {
    const old = { key: 'old-key', secret: 'old-secret' };
    const headers = { 'x-pusher-key': old.key, 'x-pusher-signature': sign(body, old.secret) };
    await expect(server().webhooks.parse({ headers, body })).rejects.toSatisfy(isForged);
    const rotating = server(sentAt, { webhooks: { tokens: [old] } });
    expect((await rotating.webhooks.parse({ headers, body })).events).toHaveLength(2);
  });

  it('accepts an old secret of the same key, from wherever it is kept', async () => {
    const headers = { 'x-pusher-key': key, 'x-pusher-signature': sign(body, 'old-secret') };
    vi.stubEnv('TEST_OLD_APP_SECRET', 'old-secret');
    const rotating = server(sentAt, {
      webhooks: { tokens: [{ key, secret: fromEnv('TEST_OLD_APP_SECRET') }] },
    });
    expect((await rotating.webhooks.parse({ headers, body })).events).toHaveLength(2);
    expect((await rotating.webhooks.parse(request(body))).events).toHaveLength(2);
    await expect(server().webhooks.parse({ headers, body })).rejects.toSatisfy(isForged);
  });

  it('accepts a secret that was rotated after it was last looked up, and then signs with it', async () => {
    const values = ['secret-one', 'secret-two'];
    const source: CredentialSource = {
      description: 'the store',
      load: (context) =>
        fromValue(values.length > 1 ? (values.shift() ?? '') : (values[0] ?? '')).load(context),
    };
    const rotated = server(sentAt, { secret: source });
    const parse = (withSecret: string) =>
      rotated.webhooks.parse(request(body, { 'X-Pusher-Signature': sign(body, withSecret) }));
    expect((await parse('secret-one')).events).toHaveLength(2);
    expect((await parse('secret-two')).events).toHaveLength(2);
    await expect(parse('secret-one')).rejects.toSatisfy(isForged);
    const { auth } = await rotated.authorizeChannel({ socketId: '1.1', channelName: 'private-a' });
    expect(auth).toBe(`${key}:${sign('1.1:private-a', 'secret-two')}`);
  });

  it.each([
    ['no headers', {}],
    ['no signature', { 'x-pusher-key': key }],
    ['no key', { 'x-pusher-signature': signature }],
    ['an empty signature', { 'x-pusher-key': key, 'x-pusher-signature': '' }],
    ['half a signature', { 'x-pusher-key': key, 'x-pusher-signature': signature.slice(0, 32) }],
    ['an unknown key', { 'x-pusher-key': 'other', 'x-pusher-signature': signature }],
    ['a signature that is not hex', { 'x-pusher-key': key, 'x-pusher-signature': 'ż'.repeat(64) }],
  ])('security: refuses %s', async (_, headers) => {
    await expect(server().webhooks.parse({ headers, body })).rejects.toSatisfy(isForged);
  });

  it.each([-11, 11])('security: refuses a webhook %i minutes off', async (minutes) => {
    await expect(server(sentAt + minutes * 60_000).webhooks.parse(request(body))).rejects.toMatchObject({
      code: 'webhook-signature',
    });
  });

  it('security: refuses every change of a body, and never fails otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.integer({ min: 0, max: 0xffff }), async (index, code) => {
        const changed = body.slice(0, index) + String.fromCharCode(code) + body.slice(index + 1);
        fc.pre(changed !== body);
        const headers = { 'x-pusher-key': key, 'x-pusher-signature': signature };
        await expect(server().webhooks.parse({ headers, body: changed })).rejects.toMatchObject({
          code: 'webhook-signature',
        });
      }),
      { numRuns: 300 },
    );
  });

  describe('the size of a body', () => {
    const most = 10 * 1024 * 1024;
    const padded = (length: number) => {
      const text = JSON.stringify({ time_ms: sentAt, events: [], pad: '' });
      return text.replace('"pad":""', `"pad":"${'x'.repeat(length - text.length)}"`);
    };
    const headersOf = (text: string) => ({ 'x-pusher-key': key, 'x-pusher-signature': sign(text) });
    const forms: Record<
      string,
      (text: string) => Parameters<ReturnType<typeof server>['webhooks']['parse']>[0]
    > = {
      text: (text) => request(text),
      bytes: (text) => ({ headers: headersOf(text), body: new TextEncoder().encode(text) }),
      Request: (text) =>
        new Request('https://app.example/hook', { method: 'POST', headers: headersOf(text), body: text }),
    };

    it.each(Object.entries(forms))(
      'P6: 10 MiB are read, one byte more is refused: %s',
      async (_form, make) => {
        expect(await server().webhooks.parse(make(padded(most)))).toMatchObject({
          at: new Date(sentAt),
          events: [],
        });
        await expect(server().webhooks.parse(make(padded(most + 1)))).rejects.toMatchObject({
          code: 'webhook-signature',
          message: expect.stringContaining('larger than 10 MiB'),
        });
      },
    );

    it('P6: a Request without end is not read to its end', async () => {
      let pulled = 0;
      let isCancelled = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(1024 * 1024));
        },
        cancel() {
          isCancelled = true;
        },
      });
      const endless = new Request('https://app.example/hook', {
        method: 'POST',
        headers: { 'x-pusher-key': key, 'x-pusher-signature': signature },
        body,
        duplex: 'half',
      } as RequestInit);
      await expect(server().webhooks.parse(endless)).rejects.toSatisfy(isForged);
      expect([isCancelled, pulled < 20]).toEqual([true, true]);
    });
  });

  it.each(['', 'null', '[]', '{"time_ms":"x","events":[]}', '{"time_ms":1}', '<html>'])(
    'says that a signed body is not a webhook: %j',
    async (text) => {
      await expect(server().webhooks.parse(request(text))).rejects.toMatchObject({ code: 'response-format' });
    },
  );
});
