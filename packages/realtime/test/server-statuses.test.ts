import { describe, expect, it } from 'vitest';
import type { RealtimeServerClient, RealtimeServerSettings } from '../src/server/index.ts';
import { app, startScripted } from './server-fixtures.ts';

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call should fail'),
    (error: unknown) => error,
  );

const calls: Readonly<Record<string, (server: RealtimeServerClient) => Promise<unknown>>> = {
  trigger: (server) => server.trigger('orders', 'paid', {}),
  triggerBatch: (server) => server.triggerBatch([{ channel: 'a', event: 'e', data: 1 }]),
  sendToUser: (server) => server.sendToUser('u1', 'paid', {}),
  list: (server) => server.channels.list(),
  get: (server) => server.channels.get('orders'),
  users: (server) => server.channels.users('presence-a'),
  terminate: (server) => server.terminateUserConnections('u1'),
  request: (server) => server.request({ method: 'GET', path: '/channels' }),
};

describe('an error in a successful response, as soketi 1.6.1 sends it', () => {
  it.each(Object.keys(calls))('fails %s', async (name) => {
    const { service, server } = await startScripted();
    service.respond({ answer: { json: { error: 'The app does not exist', code: 404 } } });
    expect(await errorOf((calls[name] ?? calls['list'])?.(server) ?? Promise.reject())).toMatchObject({
      code: 'not-found',
      status: 404,
      message: expect.stringContaining('The app does not exist'),
    });
  });

  it.each([
    [401, 'authentication'],
    [413, 'payload-too-large'],
    [429, 'rate-limit'],
    [503, 'server'],
    [422, 'bad-request'],
  ])('with code %i is a %s', async (status, code) => {
    const { service, server } = await startScripted({ retry: false });
    service.respond({ answer: { json: { error: 'no', code: status } } });
    expect(await errorOf(server.trigger('orders', 'paid', {}))).toMatchObject({ code, status });
  });
});

describe('the statuses of the REST API', () => {
  const failing = async (
    status: number,
    body: unknown,
    headers = {},
    options: RealtimeServerSettings = {},
  ) => {
    const { service, server } = await startScripted(options);
    service.respond({
      answer: { status, headers, ...(typeof body === 'string' ? { body } : { json: body }) },
    });
    return { error: await errorOf(server.trigger('orders', 'paid', {})), service };
  };

  it.each<[number, string, string, string]>([
    [400, 'Missing required parameter: channel\n', 'bad-request', 'Missing required parameter'],
    [403, 'App disabled\n', 'permission', 'The app is disabled'],
    [403, 'Over the message quota\n', 'quota-exceeded', 'quota is used up'],
    [413, 'Message quota exceeded\n', 'quota-exceeded', 'quota is used up'],
    [
      413,
      'The data content of this event exceeds the allowed maximum (10240 bytes).\n',
      'payload-too-large',
      '',
    ],
    [404, 'No matching application\n', 'not-found', 'check appId, host and pathPrefix'],
  ])('%i %j is %s', async (status, body, code, words) => {
    const { error, service } = await failing(status, body);
    expect(error).toMatchObject({ code, status, outcome: 'not-sent', attempts: 1 });
    expect(error).toHaveProperty('message', expect.stringContaining(words));
    expect(service.requests).toHaveLength(1);
  });

  it('422 of Reverb names the fields', async () => {
    const { error } = await failing(422, { name: ['The name field is required.'], channels: ['a', 'b'] });
    expect(error).toMatchObject({
      code: 'bad-request',
      issues: [
        { path: 'name', message: 'The name field is required.' },
        { path: 'channels', message: 'a' },
        { path: 'channels', message: 'b' },
      ],
    });
  });

  it('503 with Retry-After is waited for, and retried: nothing was done', async () => {
    const { service, server } = await startScripted();
    service.respond(() => ({
      answer:
        service.requests.length === 1
          ? { status: 503, headers: { 'retry-after': '0' }, json: { error: 'busy' } }
          : { json: { ok: true } },
    }));
    await server.trigger('orders', 'paid', {});
    expect(service.requests).toHaveLength(2);
  });

  it('429 is retried; a longer Retry-After than a minute is not', async () => {
    const { error } = await failing(429, { error: 'Too many requests.', code: 429 }, { 'retry-after': '61' });
    expect(error).toMatchObject({ code: 'rate-limit', retryAfterMs: 61_000, attempts: 1 });
  });
});

describe('a clock that is wrong', () => {
  const expired = (serverTime: string) =>
    'Timestamp expired: Given timestamp (2025-06-09T02:12:03Z) not within 600s of server time ' +
    `(${serverTime})\n`;
  const serverTime = '2025-06-08T11:11:54Z';
  const sentAt = (query: URLSearchParams | undefined) => Number(query?.get('auth_timestamp')) * 1_000;

  const withClock = async (options: RealtimeServerSettings = {}) => {
    const { service, server } = await startScripted(options);
    service.respond(({ query }) => ({
      answer:
        Math.abs(sentAt(query) - Date.parse(serverTime)) < 600_000
          ? { json: {} }
          : { status: 401, body: expired(serverTime) },
    }));
    return { service, server };
  };

  it('takes over the service’s time, tries once more, and keeps it', async () => {
    const { service, server } = await withClock();
    await server.trigger('orders', 'paid', {});
    await server.channels.users('presence-a').catch(() => undefined);
    expect(service.requests).toHaveLength(3);
    expect(Math.abs(sentAt(service.requests[2]?.query) - Date.parse(serverTime))).toBeLessThan(60_000);
  });

  it('correctClock: false leaves the clock alone', async () => {
    const { service, server } = await withClock({ correctClock: false });
    const error = await errorOf(server.trigger('orders', 'paid', {}));
    expect(error).toMatchObject({ code: 'authentication', outcome: 'not-sent', attempts: 1 });
    expect(error).toHaveProperty('message', expect.stringContaining('correctClock'));
    expect(service.requests).toHaveLength(1);
  });

  it('a second refusal of the corrected time is final', async () => {
    const { service, server } = await startScripted();
    service.respond({ answer: { status: 401, body: expired(serverTime) } });
    expect(await errorOf(server.trigger('orders', 'paid', {}))).toMatchObject({ code: 'authentication' });
    expect(service.requests).toHaveLength(2);
  });

  it.each(['yesterday', '2025-13-40T99:99:99Z', ''])('a server time of %j teaches nothing', async (time) => {
    const { service, server } = await startScripted();
    service.respond({ answer: { status: 401, body: expired(time) } });
    expect(await errorOf(server.trigger('orders', 'paid', {}))).toMatchObject({ attempts: 1 });
  });
});

describe('a path prefix', () => {
  const signatureAt = async (options: RealtimeServerSettings & { readonly signPathPrefix?: boolean }) => {
    const runtime = { now: () => 1_353_088_179_000 };
    const { service, server } = await startScripted({
      ...options,
      runtime,
      pathPrefix: '/realtime',
    } as never);
    service.respond({ answer: { json: { channels: {} } } });
    await server.channels.list();
    return service.requests[0];
  };

  it('is not signed for Reverb, and signed for soketi', async () => {
    const [reverb, soketi] = [await signatureAt({}), await signatureAt({ signPathPrefix: true })];
    expect([reverb?.path, soketi?.path]).toEqual(Array(2).fill(`/realtime/apps/${app.appId}/channels`));
    expect(reverb?.query.get('auth_signature')).not.toBe(soketi?.query.get('auth_signature'));
  });
});

describe('idempotency keys', () => {
  it('travel in the header of the option, the same on each attempt', async () => {
    const { service, server } = await startScripted({ idempotencyHeader: 'X-Idempotency-Key' });
    service.respond(() => ({
      answer: service.requests.length < 3 ? { status: 502 } : { json: { ok: true } },
    }));
    await server.trigger('orders', 'paid', {}, { idempotencyKey: 'order-7' });
    const keys = service.requests.map(({ headers }) => headers.get('x-idempotency-key'));
    expect(keys).toEqual(['order-7', 'order-7', 'order-7']);
  });

  it('are refused where the option does not say that the server honours them', async () => {
    const { service, server } = await startScripted();
    const error = await errorOf(server.trigger('orders', 'paid', {}, { idempotencyKey: 'order-7' }));
    expect(error).toMatchObject({ code: 'invalid-input', issues: [{ path: 'idempotencyKey' }] });
    expect(service.requests).toHaveLength(0);
  });
});
