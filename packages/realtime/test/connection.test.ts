import { getEventListeners, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { ClosedError, ConfigurationError, TimeoutError } from '@org/core';
import { openResources } from '@org/core/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createManualClock } from '../../sandbox/test/realtime-client.ts';
import { ConnectionRefusedError, createRealtimeClient, type RealtimeEvent } from '../src/index.ts';
import { connectTo, heldTime, passedUntil, startService, until } from './realtime-fixtures.ts';
import { startScriptedServer } from './scripted-server.ts';

/** A server whose first words are these. */
async function startStranger(greet: (send: (text: string | Buffer) => void) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => greet((text) => socket.send(text)));
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, server };
}

/** A server that accepts connections, and does not respond. */
async function startSilent() {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  return { port: (silent.address() as AddressInfo).port, accepted: () => sockets.length };
}

describe('connecting', () => {
  it('connects, emits the state and has a socket id', async () => {
    const service = await startService();
    const { realtime, states } = connectTo(service);
    expect(realtime.state).toBe('idle');
    await realtime.connect();
    expect(realtime.state).toBe('connected');
    expect(realtime.socketId).toMatch(/^\d+\.\d+$/);
    expect(states()).toEqual(['connecting', 'connected']);
    await realtime.connect();
    expect(service.stats.connections).toBe(1);
  });

  it('connect() rejects with the abort reason, and the client keeps trying', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const reason = new Error('changed my mind');
    await expect(realtime.connect({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    service.faults.stopAnswering();
    const waiting = realtime.connect({ signal: controller.signal });
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(realtime.state).toBe('connecting');
  });

  it('C10: leaves no listener on the caller’s signal, however a wait or a stream ends', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { runtime });
    const { signal } = new AbortController();
    const listeners = () => getEventListeners(signal, 'abort').length;
    await realtime.connect({ signal });
    const orders = realtime.subscribe('orders');
    await orders.subscribed({ signal });
    service.faults.refuseNextSubscribe({ channel: 'silent' });
    const waiting = realtime.subscribe('silent').subscribed({ signal, timeoutMs: 5 });
    const streams = [0, 1, 2].map(() => orders.events('paid', { signal, buffer: 1 }));
    expect(listeners()).toBe(4);
    await runtime.advance(5);
    await expect(waiting).rejects.toMatchObject({ code: 'timeout' });
    await streams[0]?.return?.();
    expect(listeners()).toBe(2);
    service.publish({ channel: 'orders', event: 'paid', data: '1' });
    service.publish({ channel: 'orders', event: 'paid', data: '2' });
    const last = orders.events('last').next();
    service.publish({ channel: 'orders', event: 'last', data: '3' });
    await last;
    await runtime.advance(1); // one stream too many unread: both overflow
    expect(listeners()).toBe(0);
  });

  it('connect() says once why there is no connection, as with a mistyped host', async () => {
    const printed = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const service = await startService();
    await service.close();
    const { host, port } = service;
    const told: RealtimeEvent[] = [];
    const realtime = createRealtimeClient({
      key: 'k',
      host,
      port,
      connectTimeoutMs: 300,
      reconnect: { baseMs: 10, capMs: 20 },
      onEvent: (event) => told.push(event),
    });
    onTestFinished(() => realtime.close());
    const error = await realtime.connect({ timeoutMs: 1_000 }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TimeoutError);
    const errors = told.flatMap((event) => (event.type === 'error' ? [event.error.message] : []));
    const message = new RegExp(`127\\.0\\.0\\.1:${port}: .*\\(ECONNREFUSED\\)`);
    expect(errors).toEqual([expect.stringMatching(message)]);
    expect(printed.mock.calls).toEqual([[expect.stringMatching(message)]]);
    expect(realtime.state).not.toBe('failed');
  });

  it('P1: an upgrade without a response ends after connectTimeoutMs, connect() after timeoutMs', async () => {
    const { port, accepted } = await startSilent();
    const runtime = heldTime();
    const realtime = createRealtimeClient({ key: 'k', host: '127.0.0.1', port, runtime });
    onTestFinished(() => realtime.close());
    const connecting = realtime.connect();
    await until(() => accepted() === 1);
    await runtime.advance(15_000);
    expect(realtime.state).toBe('reconnecting');
    await runtime.advance(15_000);
    const error = await connecting.catch((caught: unknown) => caught);
    expect(TimeoutError.isInstance(error)).toBe(true);
  });

  it('P1: connectTimeoutMs is a time of the runtime, also during the upgrade', async () => {
    const { port, accepted } = await startSilent();
    const runtime = heldTime();
    const options = { key: 'k', host: '127.0.0.1', port, runtime, connectTimeoutMs: 5 };
    const realtime = createRealtimeClient(options);
    onTestFinished(() => realtime.close());
    void realtime.connect();
    await until(() => accepted() === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(realtime.state).toBe('connecting');
    await runtime.advance(5);
    expect(realtime.state).toBe('reconnecting');
  });

  it('reports a refused connection when no server listens', async () => {
    const service = await startService();
    await service.close();
    const runtime = heldTime();
    const { realtime, told } = connectTo(service, { runtime });
    void realtime.connect();
    await until(() => realtime.state === 'reconnecting');
    expect(told.at(-1)).toMatchObject({
      retryInMs: 1_100,
      failures: 1,
      error: { code: 'connection-lost', message: expect.stringContaining('ECONNREFUSED') },
    });
  });

  it.each([
    ['a frame that is not a greeting', '{"event":"paid","data":"{}"}'],
    ['text that is not JSON', 'hello'],
    ['a binary message', Buffer.from([1, 2, 3])],
    [
      'a greeting that could sign for a channel',
      '{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"1.2:presence-x\\"}"}',
    ],
  ])(
    'W2: a stranger who begins with %s is left, and tried again after a second at the earliest',
    async (_name, text) => {
      const { port } = await startStranger((send) => send(text));
      const runtime = heldTime();
      const realtime = createRealtimeClient({ key: 'k', host: '127.0.0.1', port, runtime });
      onTestFinished(() => realtime.close());
      void realtime.connect();
      await until(() => realtime.state === 'reconnecting');
      expect(Math.min(...runtime.pendingSleeps.filter((ms) => ms > 100))).toBeGreaterThanOrEqual(1_000);
    },
  );

  it('an in-band refusal with a final code stops, though the server leaves the socket open', async () => {
    const { port, server } = await startStranger((send) =>
      send('{"event":"pusher:error","data":"{\\"code\\":4004,\\"message\\":\\"Over quota\\"}"}'),
    );
    const realtime = createRealtimeClient({ key: 'k', host: '127.0.0.1', port });
    onTestFinished(() => realtime.close());
    await expect(realtime.connect()).rejects.toMatchObject({
      code: 'connection-refused',
      status: 4004,
      message: expect.stringContaining('Over quota'),
    });
    await until(() => server.clients.size === 0);
  });
});

describe('options', () => {
  const valid = { key: 'k', host: 'localhost' };
  const refused = (options: object) => {
    try {
      createRealtimeClient(options);
    } catch (error) {
      return ConfigurationError.isInstance(error) ? error.message : error;
    }
    return 'accepted';
  };

  it('security: the app secret is refused, and not shown', () => {
    expect(refused({ ...valid, secret: 'very-secret-value' })).toMatch(/secret is not allowed/);
    expect(refused({ ...valid, secret: 'very-secret-value' })).not.toContain('very-secret-value');
  });

  it.each([
    { key: '' },
    { key: 'a:b' },
    { key: 5 },
    { host: 'a/b' },
    { connectTimeoutMs: 0 },
    { pongTimeoutMs: Number.NaN },
    { authorize: 'x' },
    { reconnect: { baseMs: -1 } },
  ])('refuses %j before anything is connected', (options) =>
    expect(refused({ ...valid, ...options })).toMatch(/must|missing/),
  );

  it('P9: only own options count', () => {
    const inherited = Object.create({ secret: 'inherited' });
    expect(refused(Object.assign(inherited, valid))).toBe('accepted');
  });
});

describe('when the connection ends', () => {
  it.each([4001, 4003, 4004, 4007, 4009, 4300])(
    'does not reconnect after %i, and reports why',
    async (code) => {
      const service = await startService();
      const { realtime } = connectTo(service);
      const orders = realtime.subscribe('orders');
      await orders.subscribed();
      service.faults.closeAll(code, 'because');
      await until(() => realtime.state === 'failed');
      expect(orders.state).toBe('failed');
      const error = await orders.subscribed().catch((caught: unknown) => caught);
      expect(ConnectionRefusedError.isInstance(error) && error.status).toBe(code);
      await expect(realtime.subscribe('others').subscribed()).rejects.toMatchObject({
        code: 'connection-refused',
      });
      await realtime.connect();
      await orders.subscribed();
    },
  );

  it.each([
    [4100, 2_000], // at least the base, and half of twice the base on top
    [4200, 1_100],
    [4201, 1_100],
    [1011, 1_100],
    [1002, 2_000],
  ])('comes back after %i in %i ms, with half of the jitter', async (code, waitMs) => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime, told } = connectTo(service, { runtime });
    await realtime.connect();
    const { socketId } = realtime;
    service.faults.closeAll(code);
    await until(() => realtime.state === 'reconnecting');
    expect(told.at(-1)).toMatchObject({ type: 'state', retryInMs: waitMs, failures: 1 });
    await runtime.advance(waitMs - 1);
    expect(realtime.state).toBe('reconnecting');
    await runtime.advance(1);
    await until(() => realtime.state === 'connected');
    expect(realtime.socketId).not.toBe(socketId);
  });

  it('waits grow while connections do not stay, and begin anew after one that stayed 10 s', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime, told } = connectTo(service, { runtime });
    const loseAndCount = async () => {
      service.faults.dropAll();
      await until(() => realtime.state === 'reconnecting');
      const event = told.at(-1);
      const waitMs = event?.type === 'state' ? event.retryInMs : undefined;
      await runtime.advance(waitMs ?? 0);
      await until(() => realtime.state === 'connected');
      return waitMs;
    };
    await realtime.connect();
    const waits = [await loseAndCount(), await loseAndCount(), await loseAndCount()];
    await runtime.advance(10_000);
    expect([...waits, await loseAndCount()]).toEqual([1_100, 2_200, 4_400, 1_100]);
  });

  it('resubscribes after a reconnect, and reports the gap', async () => {
    const service = await startService();
    const { realtime, told } = connectTo(service, { reconnect: { baseMs: 1 } });
    const orders = realtime.subscribe('private-orders');
    const seen: unknown[] = [];
    orders.on('paid', ({ data }) => seen.push(data));
    await orders.subscribed();
    service.publish({ channel: 'private-orders', event: 'paid', data: '1' });
    await until(() => seen.length === 1);
    service.faults.dropAll();
    await until(() => told.some(({ type }) => type === 'gap'));
    const gap = told.find((event) => event.type === 'gap');
    expect(gap).toMatchObject({ channel: 'private-orders', from: expect.any(Date), to: expect.any(Date) });
    expect(gap?.type === 'gap' && gap.from <= gap.to).toBe(true);
    service.publish({ channel: 'private-orders', event: 'paid', data: '2' });
    await until(() => seen.length === 2);
    expect(seen).toEqual([1, 2]);
  });

  it('W4: a half-open connection is found after the silence and the wait for an answer', async () => {
    const service = await startService({ activityTimeoutSeconds: 30 });
    const runtime = heldTime();
    const { realtime, told } = connectTo(service, { runtime });
    await realtime.connect();
    await runtime.advance(10_000); // stable, so that only the silence is left
    service.faults.stopAnswering();
    await runtime.advance(20_000 + 30_000 - 1);
    expect(realtime.state).toBe('connected');
    await runtime.advance(1);
    expect(told.at(-1)).toMatchObject({
      state: 'reconnecting',
      error: { message: expect.stringContaining('stopped answering') },
    });
    service.faults.resumeAnswering();
    await runtime.advance(2_000);
    await until(() => realtime.state === 'connected');
  });

  it('responds to the service’s ping, and stays connected', async () => {
    const clock = createManualClock();
    const service = await startService({ clock, pingAfterMs: 5_000, pongTimeoutMs: 30_000 });
    const { realtime, states } = connectTo(service);
    await realtime.connect();
    for (let ping = 1; ping <= 3; ping += 1) {
      const { framesReceived } = service.stats;
      clock.advance(5_000);
      await until(() => service.stats.framesReceived > framesReceived);
      clock.advance(30_000); // without the pong the service would close with 4201 here
      await until(() => service.stats.framesReceived > framesReceived + 1); // the next ping
    }
    expect([states(), service.stats.connectionsAccepted]).toEqual([['connecting', 'connected'], 1]);
  });
});

describe('W14: close', () => {
  const situations: Record<
    string,
    (parts: {
      readonly client: ReturnType<typeof connectTo>;
      readonly service: Awaited<ReturnType<typeof startService>>;
    }) => Promise<void>
  > = {
    idle: async () => {},
    connecting: async ({ client }) => void client.realtime.connect(),
    connected: async ({ client }) => client.realtime.connect(),
    'connected, half-open': async ({ client, service }) => {
      await client.realtime.connect();
      service.faults.stopAnswering();
    },
    'authorizing, subscribing and subscribed': async ({ client }) => {
      await client.realtime.subscribe('orders').subscribed();
      client.realtime.subscribe('others');
      client.realtime.subscribe('private-orders');
    },
    reconnecting: async ({ client, service }) => {
      await client.realtime.connect();
      service.faults.closeAll(4100);
      await until(() => client.realtime.state === 'reconnecting');
    },
    failed: async ({ client, service }) => {
      await client.realtime.connect();
      service.faults.closeAll(4001);
      await until(() => client.realtime.state === 'failed');
    },
  };

  it.each(Object.keys(situations))(
    '%s: ends, emits no more events, and leaves nothing open',
    async (name) => {
      const service = await startService();
      const runtime = heldTime();
      const client = connectTo(service, { runtime });
      await situations[name]?.({ client, service });
      const { realtime, told, states } = client;
      const waiting = realtime.subscribe('late').subscribed();
      const stream = realtime.subscribe('orders').events('paid');
      const reading = stream.next();
      for (const rejected of [waiting, reading]) rejected.catch(() => {}); // read below
      const first = realtime.close();
      expect(realtime.close()).toBe(first);
      expect(realtime.state).toBe('closed');
      const toldAtClose = told.length;
      // A half-open socket is cut after 100 ms.
      expect(await passedUntil(runtime, first)).toBeLessThan(200);
      const error = await waiting.catch((caught: unknown) => caught);
      expect(name === 'failed' || ClosedError.isInstance(error)).toBe(true);
      await (name === 'failed'
        ? expect(reading).rejects.toMatchObject({ code: 'connection-refused' })
        : expect(reading).resolves.toEqual({ done: true, value: undefined }));
      service.faults.resumeAnswering();
      await until(() => service.stats.connections === 0);
      expect(states().at(-1)).toBe('closed');
      expect(told.at(-1)).toMatchObject({ type: 'state', state: 'closed' });
      expect(told).toHaveLength(toldAtClose);
      expect(() => realtime.subscribe('x')).toThrow(/closed/);
      await expect(realtime.connect()).rejects.toMatchObject({ code: 'closed' });
    },
  );

  it('W14: sends the close frame alone, not one frame for each channel', async () => {
    const server = await startScriptedServer();
    const realtime = createRealtimeClient(server.address);
    const [left, ...others] = ['a', 'b', 'c'].map((name) => realtime.subscribe(name));
    await Promise.all([left, ...others].map((channel) => channel?.subscribed()));
    left?.unsubscribe();
    await until(() => server.events().includes('pusher:unsubscribe'));
    const count = server.received.length;
    await realtime.close();
    expect(others.map(({ state }) => state)).toEqual(['unsubscribed', 'unsubscribed']);
    await until(() => server.closeCodes.length === 1);
    expect(server.received.slice(count)).toEqual([]);
    expect(server.closeCodes).toEqual([1000]);
  });

  it('from inside a listener', async () => {
    const service = await startService();
    const { realtime, states } = connectTo(service);
    realtime.on('state', ({ state }) => {
      if (state === 'connected') void realtime.close();
    });
    await expect(realtime.connect()).resolves.toBeUndefined();
    await realtime.close();
    expect(states()).toEqual(['connecting', 'connected', 'closed']);
  });

  it('W9: many connections, closed again, leave no handle behind', async () => {
    const service = await startService();
    const before = openResources();
    for (let round = 0; round < 100; round += 1) {
      const { realtime } = connectTo(service);
      await realtime.subscribe('orders').subscribed();
      await realtime.close();
    }
    await until(() => service.stats.connections === 0);
    await until(() => !before.added().some((name) => name !== 'Timeout' && name !== 'Immediate'));
    expect(before.added().filter((name) => name.includes('TCP'))).toEqual([]);
  });
});
