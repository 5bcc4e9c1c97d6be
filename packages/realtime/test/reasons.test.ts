import { describe, expect, it, onTestFinished } from 'vitest';
import { ChannelAuthorizationError, createRealtimeClient } from '../src/index.ts';
import { connectTo, heldTime, startService, until } from './realtime-fixtures.ts';
import { startScriptedServer } from './scripted-server.ts';

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe('a wait that took too long names the last reason', () => {
  it('connect() and subscribed(), without a server', async () => {
    const service = await startService();
    await service.close();
    const runtime = heldTime();
    const { realtime, told } = connectTo(service, { runtime, reconnect: { baseMs: 60_000, capMs: 60_000 } });
    const connecting = caught(realtime.connect());
    const subscribing = caught(realtime.subscribe('orders').subscribed());
    await until(() => realtime.state === 'reconnecting');
    const lost = told.findLast((event) => event.type === 'state');
    const reason = lost?.type === 'state' ? lost.error : undefined;
    expect(reason).toMatchObject({ code: 'connection-lost', cause: { code: 'ECONNREFUSED' } });
    await runtime.advance(29_999);
    await runtime.advance(1);
    for (const error of [await connecting, await subscribing])
      expect(error).toMatchObject({
        code: 'timeout',
        message: expect.stringContaining('ECONNREFUSED'),
        cause: { code: 'connection-lost', cause: { code: 'ECONNREFUSED' } },
      });
  });

  it('also while the next attempt is under way, and not the reason of before a connection', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { runtime });
    service.faults.refuseConnections(4100, { reason: 'over capacity', times: 1 });
    const connecting = realtime.connect();
    await until(() => realtime.state === 'reconnecting');
    service.faults.stopAnswering();
    const waiting = caught(realtime.connect({ timeoutMs: 5_000 }));
    expect(realtime.state).toBe('connecting');
    await runtime.advance(5_000);
    expect(await waiting).toMatchObject({ cause: { status: 4100 } });
    service.faults.resumeAnswering();
    await runtime.advance(10_000); // the rest of connectTimeoutMs
    await runtime.advance(4_000);
    await connecting;
    service.faults.refuseNextSubscribe({ channel: 'orders' });
    const silent = caught(realtime.subscribe('orders').subscribed({ timeoutMs: 1 }));
    await runtime.advance(1);
    const error = await silent;
    expect(error).toMatchObject({ code: 'timeout' });
    expect(error).not.toHaveProperty('cause');
  });

  it('subscribed(), when an error of the service names no channel', async () => {
    const error = JSON.stringify({ event: 'pusher:error', data: { code: 4100, message: 'Overloaded' } });
    const server = await startScriptedServer(({ channel }, say) => {
      if (channel === 'orders' || channel === 'invoices') say(error);
    });
    const runtime = heldTime();
    const errors: unknown[] = [];
    const realtime = createRealtimeClient({ ...server.address, runtime });
    onTestFinished(() => realtime.close());
    realtime.on('error', ({ error }) => errors.push(error));
    await realtime.connect();
    const wait = (name: string) => caught(realtime.subscribe(name).subscribed({ timeoutMs: 500 }));
    const waiting = [wait('orders'), wait('invoices')];
    await until(() => errors.length === 2);
    const late = wait('late'); // the errors came before
    await runtime.advance(500);
    const reason = { code: 'service-reported', status: 4100 };
    const expected = { code: 'timeout', message: expect.stringContaining('Overloaded'), cause: reason };
    for (const each of await Promise.all(waiting)) expect(each).toMatchObject(expected);
    expect(await late).not.toHaveProperty('cause');
    const orders = realtime.subscribe('orders');
    await runtime.advance(10_000);
    await until(() => orders.error !== undefined);
    expect(orders.error).toMatchObject(expected);
  });

  it('subscribed(), when authorisation keeps failing', async () => {
    const service = await startService();
    const runtime = heldTime();
    const reason = new ChannelAuthorizationError({ message: 'The endpoint is down.', retryable: true });
    const { realtime } = connectTo(service, { runtime, authorize: () => Promise.reject(reason) });
    await realtime.connect();
    const channel = realtime.subscribe('private-a');
    await until(() => channel.state === 'waiting');
    const waiting = caught(channel.subscribed({ timeoutMs: 500 }));
    await runtime.advance(500);
    const error = await waiting;
    expect(error).toMatchObject({ message: expect.stringContaining('The endpoint is down.') });
    expect(error).toHaveProperty('cause', reason);
  });
});

it('a name that does not resolve, or TLS that fails, is in the cause', async () => {
  const service = await startService();
  const { key, host, port } = { key: service.app.key, host: service.host, port: service.port };
  const realtime = createRealtimeClient({ key, host, port, useTls: true });
  onTestFinished(() => realtime.close());
  const lost = new Promise((resolve) => {
    realtime.on('state', ({ error }) => error !== undefined && resolve(error));
  });
  void realtime.connect();
  expect(await lost).toMatchObject({ code: 'connection-lost', cause: expect.any(Error) });
});
