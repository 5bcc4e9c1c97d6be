import { describe, expect, it } from 'vitest';
import { chunkedCodec } from '../src/codecs/index.ts';
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
  const serverTime = '2025-06-08T11:11:54Z';
  const sentAt = (query: URLSearchParams | undefined) => Number(query?.get('auth_timestamp')) * 1_000;
  const expired = (serverTime: string, query: URLSearchParams) => {
    const given = new Date(sentAt(query)).toISOString().replace('.000', '');
    return `Timestamp expired: Given timestamp (${given}) not within 600s of server time (${serverTime})\n`;
  };

  const withClock = async (options: RealtimeServerSettings = {}) => {
    const { service, server } = await startScripted(options);
    service.respond(({ query }) => ({
      answer:
        Math.abs(sentAt(query) - Date.parse(serverTime)) < 600_000
          ? { json: {} }
          : { status: 401, body: expired(serverTime, query) },
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

  it('calls that were signed before the time was known are tried once more too', async () => {
    const { service, server } = await withClock();
    const calls = Array.from({ length: 10 }, () => server.trigger('orders', 'paid', {}));
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(
      Array(10).fill('fulfilled'),
    );
    expect(service.requests.length).toBeLessThanOrEqual(20);
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
    service.respond(({ query }) => ({ answer: { status: 401, body: expired(serverTime, query) } }));
    expect(await errorOf(server.trigger('orders', 'paid', {}))).toMatchObject({ code: 'authentication' });
    expect(service.requests).toHaveLength(2);
  });

  it.each(['yesterday', '2025-13-40T99:99:99Z', ''])('a server time of %j teaches nothing', async (time) => {
    const { service, server } = await startScripted();
    service.respond(({ query }) => ({ answer: { status: 401, body: expired(time, query) } }));
    expect(await errorOf(server.trigger('orders', 'paid', {}))).toMatchObject({ attempts: 1 });
  });
});

describe('Laravel Reverb', () => {
  it('sends an empty list for no channels', async () => {
    const { service, server } = await startScripted();
    service.respond(() => ({ answer: { json: { channels: service.requests.length === 1 ? [] : ['a'] } } }));
    expect(await server.channels.list()).toEqual(new Map());
    expect(await errorOf(server.channels.list())).toMatchObject({ code: 'response-format' });
  });

  it('sends 404 and an empty object for a channel without members', async () => {
    const { service, server } = await startScripted();
    const answers = [{ json: {} }, { body: 'No matching application' }];
    service.respond(() => ({ answer: { status: 404, ...answers[service.requests.length - 1] } }));
    expect(await server.channels.users('presence-a')).toEqual([]);
    expect(await errorOf(server.channels.users('presence-a'))).toMatchObject({ code: 'not-found' });
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

  it('differ between the requests of one call, which the server would take for repetitions', async () => {
    const { service, server } = await startScripted({
      idempotencyHeader: 'X-Idempotency-Key',
      codec: chunkedCodec(),
    });
    service.respond({ answer: { json: { ok: true } } });
    const options = { idempotencyKey: 'k', split: true };
    const items = Array.from({ length: 11 }, () => ({ channel: 'a', event: 'e', data: 1 }));
    await server.trigger(
      Array.from({ length: 201 }, (_, index) => `c-${index}`),
      'e',
      1,
      options,
    );
    await server.triggerBatch(items, options);
    await server.trigger('a', 'e', 'x'.repeat(12_000), { idempotencyKey: 'k' });
    const keys = service.requests.map(({ headers }) => headers.get('x-idempotency-key'));
    expect(keys).toEqual(['k', 'k-2', 'k-3', 'k', 'k-2', 'k', 'k-2']);
  });

  it('name the chunks of an event, so that a repeated call completes those of the first', async () => {
    const { service, server } = await startScripted({
      idempotencyHeader: 'X-Idempotency-Key',
      codec: chunkedCodec(),
    });
    service.respond({ answer: { json: { ok: true } } });
    const data = 'x'.repeat(12_000);
    for (const idempotencyKey of ['order:7', 'order:7', 'order:8'])
      await server.trigger('a', 'e', data, { idempotencyKey });
    const [first, , again, , other] = service.requests.map((request) => request.text());
    expect([again === first, other === first]).toEqual([true, false]);
  });

  it('are refused unless the option declares that the server honours them', async () => {
    const { service, server } = await startScripted();
    const error = await errorOf(server.trigger('orders', 'paid', {}, { idempotencyKey: 'order-7' }));
    expect(error).toMatchObject({ code: 'invalid-input', issues: [{ path: 'idempotencyKey' }] });
    expect(service.requests).toHaveLength(0);
  });
});
