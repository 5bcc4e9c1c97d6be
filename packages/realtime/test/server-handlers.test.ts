import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type AuthHandlerOptions,
  createAuthHandler,
  createRealtimeServerClient,
  createUserAuthHandler,
} from '../src/server/index.ts';
import { app } from './server-fixtures.ts';

const server = createRealtimeServerClient({ ...app, host: 'api.example.com' });
const socketId = '1234.1234';
const fooAuth = `${app.key}:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4`;
const url = 'https://app.example/auth';
const formType = 'application/x-www-form-urlencoded';

const form = (text: string, type = formType) =>
  new Request(url, { method: 'POST', headers: { 'content-type': type, cookie: 'user=ann' }, body: text });
const json = (body: unknown, type = 'application/json') => form(JSON.stringify(body), type);

const handler = (options: Partial<AuthHandlerOptions> = {}) =>
  createAuthHandler(server, { authorize: () => true, onError: () => {}, ...options });
const answer = async (response: Response) => ({ status: response.status, body: await response.json() });

describe('createAuthHandler', () => {
  it.each([
    ['a form', form(`socket_id=${socketId}&channel_name=private-foobar`)],
    [
      'a form with a charset',
      form(`socket_id=${socketId}&channel_name=private-foobar`, `${formType}; charset=UTF-8`),
    ],
    ['JSON', json({ socket_id: socketId, channel_name: 'private-foobar' }, 'Application/JSON;charset=utf-8')],
  ])('signs a private channel: %s', async (_what, request) => {
    const response = await handler()(request);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await answer(response)).toEqual({ status: 200, body: { auth: fooAuth } });
  });

  it('gives the function the decoded name, further fields and the request', async () => {
    const authorize = vi.fn(() => true as const);
    const request = form(`socket_id=${socketId}&channel_name=private-a%40b%3Dc&room=7`);
    expect((await handler({ authorize })(request)).status).toBe(200);
    expect(authorize).toHaveBeenCalledExactlyOnceWith({
      socketId,
      channelName: 'private-a@b=c',
      fields: new Map([['room', '7']]),
      request,
    });
  });

  it('signs the member of a presence channel, and no member on other channels', async () => {
    const authorize = () => ({ userId: 'u1', userInfo: { name: 'Zoë' } });
    const presence = await handler({ authorize })(form(`socket_id=${socketId}&channel_name=presence-room`));
    expect(await presence.json()).toEqual({
      auth: `${app.key}:946ae24027677d50d84435b8b49ee0a36bc520cf60312eedbeb7b1ff600d708a`,
      channel_data: '{"user_id":"u1","user_info":{"name":"Zoë"}}',
    });
    const plain = await handler({ authorize })(form(`socket_id=${socketId}&channel_name=private-foobar`));
    expect(await plain.json()).toEqual({ auth: fooAuth });
  });

  it.each([
    ['indexes', form(`socket_id=${socketId}&channel_name[0]=private-foobar&channel_name%5B1%5D=private-no`)],
    ['brackets', form(`socket_id=${socketId}&channel_name[]=private-foobar&channel_name[]=private-no`)],
    ['JSON', json({ socket_id: socketId, channel_name: ['private-foobar', 'private-no'] })],
  ])('answers a batch by channel: %s', async (_what, request) => {
    const authorize = ({ channelName }: { readonly channelName: string }) => channelName === 'private-foobar';
    expect(await answer(await handler({ authorize })(request))).toEqual({
      status: 200,
      body: { 'private-foobar': { status: 200, data: { auth: fooAuth } }, 'private-no': { status: 403 } },
    });
  });

  it('in a batch, a bad name and an error concern their own channel', async () => {
    const errors: unknown[] = [];
    const authorize = ({ channelName }: { readonly channelName: string }) => {
      if (channelName === 'private-broken') throw new Error('database-canary');
      return true;
    };
    const names = [
      'private-foobar',
      'private-broken',
      'orders',
      'private-a:b',
      '__proto__',
      'private-foobar',
    ];
    const response = await handler({ authorize, onError: (error) => errors.push(error) })(
      json({ socket_id: socketId, channel_name: names }),
    );
    const text = await response.text();
    expect(text).not.toContain('canary');
    expect(text).toContain('"__proto__":{"status":400}');
    expect(JSON.parse(text)).toMatchObject({
      'private-foobar': { status: 200, data: { auth: fooAuth } },
      'private-broken': { status: 500 },
      orders: { status: 400 },
      'private-a:b': { status: 400 },
    });
    expect(errors).toEqual([expect.objectContaining({ message: 'database-canary' })]);
  });

  const good = `socket_id=${socketId}&channel_name=private-foobar`;
  it.each<[string, number, Request]>([
    ['GET', 405, new Request(`${url}?${good}`)],
    ['OPTIONS', 405, new Request(url, { method: 'OPTIONS' })],
    ['plain text', 415, form(good, 'text/plain')],
    ['multipart', 415, form(good, 'multipart/form-data; boundary=x')],
    ['a type named like a property', 415, form(good, 'constructor')],
    ['no socket id', 400, form('channel_name=private-foobar')],
    ['two socket ids', 400, form(`${good}&socket_id=1.1`)],
    ['two channels', 400, form(`${good}&channel_name=private-b`)],
    ['a channel and a batch', 400, form(`${good}&channel_name[0]=private-b`)],
    ['a socket id for another channel', 400, form('socket_id=1.1:private-a&channel_name=private-foobar')],
    ['a socket id with a line break', 400, form('socket_id=1.1%0A&channel_name=private-foobar')],
    ['a name with a colon', 400, form(`socket_id=${socketId}&channel_name=private-a:b`)],
    ['a public channel', 400, form(`socket_id=${socketId}&channel_name=orders`)],
    ['an empty body', 400, form('')],
    ['no channel', 400, form(`socket_id=${socketId}`)],
    ['broken JSON', 400, form('{', 'application/json')],
    ['JSON that is not an object', 400, form('[]', 'application/json')],
    ['a number for a channel', 400, json({ socket_id: socketId, channel_name: 7 })],
    ['a list with a number', 400, json({ socket_id: socketId, channel_name: ['private-a', 7] })],
    ['an empty batch', 400, json({ socket_id: socketId, channel_name: [] })],
    [
      '101 channels',
      413,
      json({ socket_id: socketId, channel_name: Array.from({ length: 101 }, (_, n) => `private-${n}`) }),
    ],
    ['a large body', 413, form(`${good}&x=${'x'.repeat(65_536)}`)],
  ])('security: refuses %s with %i, and asks nobody', async (_what, status, request) => {
    const authorize = vi.fn(() => true as const);
    const response = await handler({ authorize })(request);
    expect([response.status, authorize.mock.calls]).toEqual([status, []]);
    expect(await response.json()).toHaveProperty('error', expect.stringMatching(/./));
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
  });

  it('refuses a stream without end at the limit', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10_000)),
    });
    const headers = { 'content-type': 'application/json' };
    const endless = new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    expect((await handler()(endless)).status).toBe(413);
  });

  it('refuses a large body of a request that was cloned, although nobody reads the other one', async () => {
    const request = form(`${good}&x=${'x'.repeat(65_536)}`);
    expect((await handler()(request.clone())).status).toBe(413);
  });

  it.each([false, null, undefined])('answers 403 to %s', async (refusal) => {
    expect((await handler({ authorize: () => refusal })(form(good))).status).toBe(403);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('database-canary')), good],
    ['forgets the member', () => true as const, `socket_id=${socketId}&channel_name=presence-room`],
  ])('answers 500 where the function %s, and reports it', async (_what, authorize, body) => {
    const errors: unknown[] = [];
    const response = await handler({ authorize, onError: (error) => errors.push(error) })(form(body));
    expect([response.status, errors.length]).toEqual([500, 1]);
    expect(await response.text()).not.toContain('canary');
  });

  it.each([new Response('no', { status: 403 }), 'no', 1, { allowed: false }, [], { userId: '' }])(
    'security: takes %s for no permission',
    async (granted) => {
      const errors: unknown[] = [];
      const authorize = () => granted as never;
      const response = await handler({ authorize, onError: (error) => errors.push(error) })(form(good));
      expect([response.status, errors.length]).toEqual([500, 1]);
      expect(`${errors[0]}`).toMatch(/authorize must return true|member\.userId must be a text/);
    },
  );

  it.each([
    ['throws', () => expect.unreachable('logger')],
    ['rejects', () => Promise.reject(new Error('logger'))],
  ])('answers 500 also where onError %s', async (_what, onError) => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => written.mockRestore());
    const authorize = () => Promise.reject(new Error('database'));
    expect((await handler({ authorize, onError })(form(good))).status).toBe(500);
    await expect.poll(() => written.mock.calls.length).toBe(1);
  });

  it('reports a body that was read before', async () => {
    const errors: unknown[] = [];
    const request = form(good);
    await request.text();
    const response = await handler({ onError: (error) => errors.push(error) })(request);
    expect(response.status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('read before') })]);
  });

  it('serves users too, with user', async () => {
    const both = handler({ user: () => ({ id: '12345' }) });
    const body = {
      auth: expect.stringMatching(/^278d.*4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba$/),
      user_data: '{"id":"12345"}',
    };
    expect(await answer(await both(form(`socket_id=${socketId}`)))).toEqual({ status: 200, body });
  });

  it.each([
    undefined,
    {},
    { authorize: 1 },
    { authorize: () => true, maxBodyBytes: Number.NaN },
    { authorize: () => true, maxChannels: Number.NaN },
  ])('says what an option %j must be', (options) => {
    expect(() => createAuthHandler(server, options as never)).toThrow(
      /createAuthHandler|maxBodyBytes|maxChannels/,
    );
  });
});

describe('createUserAuthHandler', () => {
  const users = createUserAuthHandler(server, {
    user: ({ request }) => request.headers.get('cookie') === 'user=ann' && { id: '12345' },
    onError: () => {},
  });

  it('signs the user of the request', async () => {
    const { status, body } = await answer(await users(form(`socket_id=${socketId}`)));
    expect([status, body.user_data]).toEqual([200, '{"id":"12345"}']);
  });

  it('answers 403 to nobody, 400 to a channel and to a wrong socket id', async () => {
    const headers = { 'content-type': formType };
    const nobody = new Request(url, { method: 'POST', headers, body: `socket_id=${socketId}` });
    expect((await users(nobody)).status).toBe(403);
    expect((await users(form(`socket_id=${socketId}&channel_name=private-a`))).status).toBe(400);
    expect((await users(form('socket_id=1.1::user::'))).status).toBe(400);
  });
});
