import { withResponse } from '@org/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RealtimeService, startRealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import { createRealtimeServerClient, type RealtimeServerSettings } from '../src/server/index.ts';

describe('the server client against a server of the protocol', () => {
  let service: RealtimeService;

  beforeAll(async () => {
    service = await startRealtimeService({ subscriptionCount: true });
  });

  afterAll(() => service.close());

  const client = (options: RealtimeServerSettings = {}) => {
    const { host, port, app } = service;
    return createRealtimeServerClient({
      appId: app.id,
      key: app.key,
      secret: app.secret,
      host,
      port,
      ...options,
    });
  };

  it('triggers to one channel and to several', async () => {
    const server = client();
    expect(await server.trigger('orders', 'paid', { id: 7 })).toEqual(new Map());
    await server.trigger(['orders', 'private-a@b=c,d;e'], 'paid', 'text as it is');
    const events = service.recentEvents
      .filter(({ kind }) => kind === 'event')
      .map(({ channel, preview }) => [channel, preview]);
    expect(events).toEqual(
      expect.arrayContaining([
        ['orders', '{"id":7}'],
        ['private-a@b=c,d;e', 'text as it is'],
      ]),
    );
  });

  it('returns the raw response of a trigger; a header of a hook keeps the signature valid', async () => {
    const hooks = { beforeRequest: () => ({ headers: { 'x-traced': 'yes' } }) };
    const server = client({ hooks });
    const { value, response } = await withResponse((options) => server.trigger('orders', 'paid', 1, options));
    expect(value).toEqual(new Map());
    expect(response?.status).toBe(200);
  });

  it('returns the counts that info asks for', async () => {
    const counts = await client().trigger('orders', 'paid', {}, { info: ['subscription_count'] });
    expect(counts.get('orders')).toEqual({ subscriptionCount: 0 });
    const batch = await client().triggerBatch([
      { channel: 'a', event: 'e', data: 1, info: ['subscription_count'] },
      { channel: 'b', event: 'e', data: 2 },
    ]);
    expect(batch).toEqual([{ subscriptionCount: 0 }, {}]);
  });

  it('queries channels', async () => {
    const server = client();
    expect(await server.channels.list()).toEqual(new Map());
    expect(await server.channels.list({ prefix: 'presence-', info: ['user_count'] })).toEqual(new Map());
    expect(await server.channels.get('private-a@b=c,d;e')).toMatchObject({ occupied: false });
    expect(await server.channels.users('presence-room')).toEqual([]);
  });

  it('emits events without channels and user ids', async () => {
    const told: string[] = [];
    const server = client({
      onEvent: (event) =>
        void (event.type === 'attempt-start' && told.push(`${event.urlTemplate} ${event.url}`)),
    });
    await server.channels.get('private-ann');
    await server.channels.users('presence-ann');
    await server.terminateUserConnections('ann');
    const paths = ['/channels/{id}', '/channels/{id}/users', '/users/{id}/terminate_connections'];
    const base = `http://${service.host}:${service.port}`;
    expect(told).toEqual(paths.map((path) => `/apps/{app_id}${path} ${base}/apps/{app_id}${path}`));
  });

  it('reaches any endpoint of the app', async () => {
    const answer = await client().request({
      method: 'GET',
      path: '/channels',
      query: { filter_by_prefix: 'presence-' },
    });
    expect(answer.json()).toEqual({ channels: {} });
  });

  it('reports a wrong secret, without either secret', async () => {
    const wrong = client({ secret: 'not-the-secret-canary' });
    const error = await wrong.trigger('orders', 'paid', {}).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'authentication', outcome: 'not-sent', attempts: 1 });
    expect(JSON.stringify(error)).not.toContain('canary');
  });

  it.each<[string, (server: ReturnType<typeof client>) => Promise<unknown>]>([
    ['a wrong channel name', (server) => server.trigger('a b', 'paid', {})],
    ['no channel', (server) => server.trigger([], 'paid', {})],
    [
      '101 channels',
      (server) =>
        server.trigger(
          Array.from({ length: 101 }, (_, n) => `c-${n}`),
          'paid',
          {},
        ),
    ],
    ['an empty event name', (server) => server.trigger('orders', '', {})],
    ['a name of the protocol', (server) => server.trigger('orders', 'pusher:error', {})],
    ['no data', (server) => server.trigger('orders', 'paid', undefined)],
    ['data that is not JSON', (server) => server.trigger('orders', 'paid', 1n)],
    ['a wrong socket id', (server) => server.trigger('orders', 'paid', {}, { exceptSocketId: '1.1\n' })],
    ['an empty batch', (server) => server.triggerBatch([])],
    [
      '11 events',
      (server) =>
        server.triggerBatch(Array.from({ length: 11 }, () => ({ channel: 'a', event: 'e', data: 1 }))),
    ],
    ['users of a channel without users', (server) => server.channels.users('orders')],
    [
      'an encrypted channel among others',
      (server) => server.trigger(['private-encrypted-x', 'orders'], 'paid', {}),
    ],
  ])('refuses %s before any request', async (_, call) => {
    const { requests } = service.stats;
    await expect(call(client())).rejects.toMatchObject({ code: 'invalid-input', outcome: 'not-sent' });
    expect(service.stats.requests).toBe(requests);
  });

  it('refuses data that is too large before any request, by bytes', async () => {
    await expect(client().trigger('orders', 'paid', 'é'.repeat(5_121))).rejects.toMatchObject({
      code: 'payload-too-large',
    });
    await client().trigger('orders', 'paid', 'é'.repeat(5_120));
  });

  it('does not repeat a trigger whose fate is unknown', async () => {
    service.faults.failRequests(502);
    await expect(client().trigger('orders', 'paid', {})).rejects.toMatchObject({
      attempts: 1,
      outcome: 'unknown',
      retryRefusal: 'ambiguous',
    });
  });
});
