// @vitest-environment happy-dom
import { createElement, useState } from 'react';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createRealtimeClient, defineChannel, type RealtimeClient } from '../../src/index.ts';
import {
  useChannel,
  useConnectionState,
  useEvent,
  useLastEvent,
  useRealtime,
  useSubscriptionCount,
} from '../../src/react/index.ts';
import { connectTo, heldTime, startService, until } from '../realtime-fixtures.ts';
import { startScriptedServer } from '../scripted-server.ts';
import { activity, mount, provide } from './react-fixtures.ts';

function State({ name }: { readonly name: string | undefined }) {
  const { channel, state, error } = useChannel(name);
  return `${channel?.name ?? 'none'} ${state} ${error?.code ?? ''}|`;
}

describe('useChannel', () => {
  it.each([false, true])(
    'subscribes once at the service, and unsubscribes (connected before: %s)',
    async (isConnected) => {
      const service = await startService();
      const { realtime } = connectTo(service);
      if (isConnected) await realtime.connect();
      const page = mount(provide(realtime, createElement(State, { name: 'private-a' })));
      await until(() => page.text() === 'private-a subscribed |');
      expect(service.stats.framesReceived).toBe(1);
      page.unmount();
      await until(() => activity(service).length === 2);
      expect(activity(service)).toEqual(['subscribed private-a', 'unsubscribed private-a']);
      expect(service.stats.framesReceived).toBe(2);
    },
  );

  it('components share one subscription, also when one replaces the other', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const rows = (keys: string[]) =>
      provide(realtime, ...keys.map((key) => createElement(State, { key, name: 'orders' })));
    const page = mount(rows(['a', 'b']));
    await until(() => page.text() === 'orders subscribed |orders subscribed |');
    page.render(rows(['c']));
    await until(() => page.text() === 'orders subscribed |');
    await realtime.subscribe('other').subscribed();
    expect(activity(service)).toEqual(['subscribed orders', 'subscribed other']);
  });

  it('moves to another channel, and to none', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const show = (name: string | undefined) => provide(realtime, createElement(State, { name }));
    const page = mount(show('a'));
    await until(() => page.text() === 'a subscribed |');
    page.render(show('b'));
    await until(() => page.text() === 'b subscribed |');
    page.render(show(undefined));
    await until(() => page.text() === 'none unsubscribed |');
    await until(() => activity(service).length === 4);
    expect(new Set(activity(service))).toEqual(
      new Set(['subscribed a', 'unsubscribed a', 'subscribed b', 'unsubscribed b']),
    );
  });

  it('shows a refusal as state', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: async () => ({ auth: 'sandbox-key:00' }) });
    const page = mount(provide(realtime, createElement(State, { name: 'private-a' })));
    await until(() => page.text() === 'private-a failed subscription-refused|');
  });

  it('shows an invalid name, and a closed client, as state', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const page = mount(provide(realtime, createElement(State, { name: 'a b' })));
    await until(() => page.text() === 'none failed invalid-input|');
    await realtime.close();
    page.render(provide(realtime, createElement(State, { name: 'orders' })));
    await until(() => page.text() === 'none failed closed|');
  });

  it('shows the end of a client that closes before the response to its subscription', async () => {
    const { address } = await startScriptedServer(() => {});
    const realtime = createRealtimeClient(address);
    const page = mount(provide(realtime, createElement(State, { name: 'orders' })));
    await until(() => page.text() === 'orders subscribing |');
    await realtime.close();
    await until(() => page.text() === 'orders unsubscribed |');
  });

  it('shows a loss and the reconnect', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { runtime });
    const Connection = () => `${useConnectionState()} `;
    const page = mount(
      provide(realtime, createElement(Connection), createElement(State, { name: 'orders' })),
    );
    await until(() => page.text() === 'connected orders subscribed |');
    service.faults.dropAll();
    await until(() => page.text() === 'reconnecting orders waiting |');
    await runtime.advance(2_000);
    await until(() => page.text() === 'connected orders subscribed |');
    await realtime.close();
    await until(() => page.text() === 'closed orders unsubscribed |');
  });

  it('takes a definition that is written inline', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    let renders = 0;
    function Typed() {
      renders += 1;
      const orders = useChannel(defineChannel('orders', { events: { paid: z.object({ id: z.number() }) } }));
      return `${orders.state} ${useLastEvent(orders, 'paid')?.data.id}`;
    }
    const page = mount(provide(realtime, createElement(Typed)));
    await until(() => page.text() === 'subscribed undefined');
    service.publish({ channel: 'orders', event: 'paid', data: '{"id":7}' });
    await until(() => page.text() === 'subscribed 7');
    expect(renders).toBeLessThan(20);
    expect(activity(service)).toEqual(['subscribed orders']);
  });
});

describe('options of useChannel', () => {
  it('refetch of the last render fills a gap, before later events', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { runtime });
    const heard: string[] = [];
    function Orders({ source }: { readonly source: string }) {
      const orders = useChannel('orders', { refetch: async () => [{ name: 'paid', data: source }] });
      useEvent(orders, 'paid', ({ data }) => heard.push(`${data}`));
      return `${source} ${orders.state}`;
    }
    const page = mount(provide(realtime, createElement(Orders, { source: 'first' })));
    await until(() => page.text() === 'first subscribed');
    page.render(provide(realtime, createElement(Orders, { source: 'second' })));
    await until(() => page.text() === 'second subscribed');
    service.faults.dropAll();
    await until(() => page.text() === 'second waiting');
    await runtime.advance(2_000);
    await until(() => page.text() === 'second subscribed');
    service.publish({ channel: 'orders', event: 'paid', data: '"live"' });
    await until(() => heard.length === 2);
    expect(heard).toEqual(['second', 'live']);
  });

  it('lingerMs keeps the subscription for a component that comes later', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const Lingering = () => useChannel('orders', { lingerMs: 60_000 }).state;
    const show = (isShown: boolean) => provide(realtime, isShown && createElement(Lingering));
    const page = mount(show(true));
    await until(() => page.text() === 'subscribed');
    page.render(show(false));
    await until(() => page.text() === '');
    await realtime.subscribe('other').subscribed();
    page.render(show(true));
    await until(() => page.text() === 'subscribed');
    expect(activity(service)).toEqual(['subscribed orders', 'subscribed other']);
  });
});

describe('useSubscriptionCount', () => {
  it('shows the number of subscriptions in all clients', async () => {
    const service = await startService({ subscriptionCount: true });
    const Count = () => `${useSubscriptionCount(useChannel('orders'))}`;
    const page = mount(provide(connectTo(service).realtime, createElement(Count)));
    await until(() => page.text() === '1');
    const other = connectTo(service);
    await other.realtime.subscribe('orders').subscribed();
    await until(() => page.text() === '2');
    await other.realtime.close();
    await until(() => page.text() === '1');
  });
});

describe('useEvent', () => {
  it('calls the listener of the last render, once for each event', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const heard: string[] = [];
    let rename = (_name: string) => {};
    function Listener() {
      const [name, setName] = useState('first');
      rename = setName;
      const { state } = useChannel('orders');
      useEvent('orders', 'paid', ({ data }) => heard.push(`${name} ${data}`));
      return `${name} ${state}`;
    }
    const page = mount(provide(realtime, createElement(Listener)));
    await until(() => page.text() === 'first subscribed');
    service.publish({ channel: 'orders', event: 'paid', data: '1' });
    await until(() => heard.length === 1);
    rename('second');
    await until(() => page.text() === 'second subscribed');
    service.publish({ channel: 'orders', event: 'paid', data: '2' });
    await until(() => heard.length === 2);
    expect(heard).toEqual(['first 1', 'second 2']);
    expect(service.stats.framesReceived).toBe(1);
    page.unmount();
    await realtime.subscribe('other').subscribed();
    service.publish({ channel: 'orders', event: 'paid', data: '3' });
    expect(heard).toHaveLength(2);
  });

  it('receives the first event of a cache channel', async () => {
    const service = await startService();
    const keeper = connectTo(service);
    await keeper.realtime.subscribe('cache-price').subscribed();
    service.publish({ channel: 'cache-price', event: 'changed', data: '42' });
    const Price = () => `${useLastEvent('cache-price', 'changed')?.data}`;
    const page = mount(provide(connectTo(service).realtime, createElement(Price)));
    await until(() => page.text() === '42');
  });

  it('the last event is that of the current channel', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    function Last({ name }: { readonly name: string }) {
      const used = useChannel(name);
      return `${name} ${used.state} ${useLastEvent(used, 'paid')?.data}`;
    }
    const page = mount(provide(realtime, createElement(Last, { name: 'a' })));
    await until(() => page.text() === 'a subscribed undefined');
    service.publish({ channel: 'a', event: 'paid', data: '1' });
    await until(() => page.text() === 'a subscribed 1');
    page.render(provide(realtime, createElement(Last, { name: 'b' })));
    await until(() => page.text() === 'b subscribed undefined');
  });
});

describe('useRealtime', () => {
  it('is the client of the provider', async () => {
    const { realtime } = connectTo(await startService());
    const found: RealtimeClient[] = [];
    function Find() {
      found.push(useRealtime());
      return 'found';
    }
    const page = mount(provide(realtime, createElement(Find)));
    await until(() => page.text() === 'found');
    expect(new Set(found)).toEqual(new Set([realtime]));
  });
});
