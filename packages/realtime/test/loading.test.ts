import { createRuntime } from '@org/core';
import { realWork } from '@org/core/driver';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRealtimeClient, type RealtimeEvent } from '../src/index.ts';
import { connectTo, signFor, startService, until } from './realtime-fixtures.ts';
import { accept, frame, startScriptedServer } from './scripted-server.ts';
import { bob, connectAs } from './user-fixtures.ts';

/** A runtime whose first load of code fails, as after a new release or without a network. */
function failingOnce() {
  const load = vi.spyOn(realWork, 'run').mockRejectedValueOnce(new Error('404'));
  onTestFinished(() => load.mockRestore());
  return createRuntime({ random: () => 0 });
}

describe('code that does not load', () => {
  it('of a private channel is loaded by the next attempt', async () => {
    const service = await startService();
    const { realtime, told } = connectTo(service, { runtime: failingOnce(), authorize: signFor(service) });
    await realtime.subscribe('private-a').subscribed();
    expect(told).toContainEqual(
      expect.objectContaining({
        type: 'channel',
        state: 'waiting',
        error: expect.objectContaining({ code: 'channel-authorization', retryable: true }),
      }),
    );
  });

  it('of the sign-in is loaded by the next signIn', async () => {
    const service = await startService();
    const { realtime } = connectAs(service, bob, { runtime: failingOnce() });
    await expect(realtime.signIn()).rejects.toMatchObject({ code: 'sign-in', retryable: true });
    expect((await realtime.signIn()).id).toBe('bob');
  });

  const refused = frame('pusher:subscription_error', { status: 401, error: 'no' }, 'orders');
  const codes = (told: readonly RealtimeEvent[]) =>
    told.flatMap((event) => (event.type === 'error' ? [event.error.code] : []));

  it('of the errors of the service is loaded by the next error, and the first is not lost', async () => {
    const server = await startScriptedServer(({ event }, say) => {
      if (event === 'pusher:subscribe') say(refused);
    });
    const told: RealtimeEvent[] = [];
    const onEvent = (event: RealtimeEvent) => told.push(event);
    const realtime = createRealtimeClient({ ...server.address, runtime: failingOnce(), onEvent });
    onTestFinished(() => realtime.close());
    const orders = realtime.subscribe('orders');
    await until(() => codes(told).length === 1);
    expect([orders.state, codes(told)]).toEqual(['subscribing', ['network']]);
    server.say(frame('pusher:error', { code: null, message: 'x' }));
    await expect(orders.subscribed()).rejects.toMatchObject({ code: 'subscription-refused', status: 401 });
    expect(codes(told)).toEqual(['network', 'subscription-refused', 'service-reported']);
  });

  it('of an error on an ended connection refuses no subscription of the next one', async () => {
    let isFirst = true;
    const server = await startScriptedServer(({ event }, say) => {
      if (event === 'pusher:subscribe' && isFirst) say(refused);
    });
    const told: RealtimeEvent[] = [];
    let isLoading = false;
    let load = () => {};
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    const run = vi.spyOn(realWork, 'run').mockImplementation((work) => {
      isLoading = true;
      return loading.then(work);
    });
    onTestFinished(() => run.mockRestore());
    const runtime = createRuntime({ random: () => 0 });
    const onEvent = (event: RealtimeEvent) => told.push(event);
    const reconnect = { baseMs: 1 };
    const realtime = createRealtimeClient({ ...server.address, runtime, reconnect, onEvent });
    onTestFinished(() => realtime.close());
    const orders = realtime.subscribe('orders');
    await until(() => isLoading);
    isFirst = false;
    server.drop();
    await until(() => server.events().length === 2);
    load();
    await until(() => codes(told).length === 1);
    expect([orders.state, codes(told)]).toEqual(['subscribing', ['service-reported']]);
    server.say(accept('orders'));
    await orders.subscribed();
  });
});
