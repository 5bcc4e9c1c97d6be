// @vitest-environment happy-dom
import { derived, get } from 'svelte/store';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  channelStore,
  connectionStore,
  lastEventStore,
  presenceStore,
  type Readable,
} from '../../src/svelte/index.ts';
import { activity } from '../react/react-fixtures.ts';
import { connectTo, heldTime, signFor, signLater, startService, until } from '../realtime-fixtures.ts';

/** The values of a store until the test ends. */
function follow<Value>(store: Readable<Value>) {
  const values: Value[] = [];
  const stop = store.subscribe((value) => values.push(value));
  onTestFinished(stop);
  return { now: () => values.at(-1) as Value, values, stop };
}

describe('svelte: channelStore', () => {
  it('subscribes with its first subscriber, and unsubscribes with its last', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const orders = channelStore(realtime, 'orders');
    expect(realtime.state).toBe('idle');
    const one = follow(orders);
    const two = follow(derived(orders, ({ state }) => state));
    await until(() => one.now().state === 'subscribed' && two.now() === 'subscribed');
    expect(get(orders).channel?.name).toBe('orders');
    one.stop();
    expect(activity(service)).toEqual(['subscribed orders']);
    two.stop();
    await until(() => activity(service).length === 2);
    expect(activity(service)).toEqual(['subscribed orders', 'unsubscribed orders']);
    const again = follow(orders);
    await until(() => again.now().state === 'subscribed');
  });

  it('shows a refusal, an invalid name and no target', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: async () => ({ auth: 'sandbox-key:00' }) });
    const refused = follow(channelStore(realtime, 'private-a'));
    await until(() => refused.now().error?.code === 'subscription-refused');
    expect(follow(channelStore(realtime, 'a b')).now()).toMatchObject({ state: 'failed' });
    expect(follow(channelStore(realtime, false)).now()).toMatchObject({ state: 'unsubscribed' });
  });

  it('shows a loss and the reconnect', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { runtime });
    const connection = follow(connectionStore(realtime));
    const orders = follow(channelStore(realtime, 'orders'));
    await until(() => orders.now().state === 'subscribed');
    service.faults.dropAll();
    await until(() => orders.now().state === 'waiting');
    expect(connection.now().state).toBe('reconnecting');
    await runtime.advance(2_000);
    await until(() => orders.now().state === 'subscribed' && connection.now().state === 'connected');
  });
});

it('svelte: a channel that waits for another attempt', async () => {
  const service = await startService();
  const outage = signLater(service);
  const { realtime } = connectTo(service, { runtime: heldTime(), authorize: outage.authorize });
  const connection = follow(connectionStore(realtime));
  const orders = follow(channelStore(realtime, 'private-orders'));
  await until(() => orders.now().attempt === 2 && connection.now().waiting === 1);
  expect(orders.now()).toMatchObject({ state: 'waiting', error: { code: 'network' }, retryInMs: 1000 });
  outage.isDown = false;
  orders.now().channel?.retry();
  await until(() => orders.now().state === 'subscribed' && connection.now().waiting === 0);
});

describe('svelte: members and events', () => {
  it('shows who is there and the last event', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: signFor(service, { id: 'ann' }) });
    const room = follow(presenceStore(realtime, 'presence-room'));
    const said = follow(lastEventStore(realtime, 'presence-room', 'said'));
    await until(() => room.now().me?.id === 'ann');
    expect(room.now().count).toBe(1);
    const { realtime: other } = connectTo(service, { authorize: signFor(service, { id: 'bob' }) });
    await other.subscribe('presence-room').subscribed();
    await until(() => room.now().count === 2);
    expect([...room.now().members.keys()].sort()).toEqual(['ann', 'bob']);
    expect(said.now()).toBeUndefined();
    service.publish({ channel: 'presence-room', event: 'said', data: '{"text":"Hi"}' });
    await until(() => said.now() !== undefined);
    expect(said.now()?.data).toEqual({ text: 'Hi' });
    await realtime.close();
    await until(() => room.now().state === 'unsubscribed');
    expect(room.now().count).toBe(0);
  });
});
