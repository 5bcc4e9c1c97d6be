// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Component, createApp, createSSRApp, defineComponent, h, ref } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { createRealtimeClient, type RealtimeClient } from '../../src/index.ts';
import {
  realtimePlugin,
  useChannel,
  useConnection,
  useConnectionState,
  useEvent,
  useLastEvent,
  usePresence,
  useRealtime,
} from '../../src/vue/index.ts';
import { activity } from '../react/react-fixtures.ts';
import { connectTo, heldTime, signFor, signLater, startService, until } from '../realtime-fixtures.ts';

/** A component that shows a text. */
function showing(setup: () => () => string): Component {
  return defineComponent({ setup });
}

function mount(client: RealtimeClient | (() => RealtimeClient), component: Component) {
  const app = createApp(component);
  app.use(realtimePlugin(client));
  const container = document.createElement('div');
  app.mount(container);
  const unmount = () => {
    if (container.childNodes.length > 0) app.unmount();
  };
  onTestFinished(unmount);
  return { text: () => container.textContent ?? '', unmount };
}

const target = ref<string | undefined>();

const State = showing(() => {
  const { channel, state, error } = useChannel(target);
  return () => `${channel.value?.name ?? 'none'} ${state.value} ${error.value?.code ?? ''}`;
});

describe('vue: useChannel', () => {
  it('subscribes, moves to another channel and to none, and unsubscribes', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    target.value = 'private-a';
    const page = mount(realtime, State);
    await until(() => page.text() === 'private-a subscribed ');
    target.value = 'b';
    await until(() => page.text() === 'b subscribed ');
    target.value = undefined;
    await until(() => page.text() === 'none unsubscribed ');
    target.value = 'c';
    await until(() => page.text() === 'c subscribed ');
    page.unmount();
    await until(() => activity(service).length === 6);
    expect(new Set(activity(service))).toEqual(
      new Set(['private-a', 'b', 'c'].flatMap((name) => [`subscribed ${name}`, `unsubscribed ${name}`])),
    );
  });

  it('shows a refusal and an invalid name', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: async () => ({ auth: 'sandbox-key:00' }) });
    target.value = 'private-a';
    const page = mount(realtime, State);
    await until(() => page.text() === 'private-a failed subscription-refused');
    target.value = 'a b';
    await until(() => page.text() === 'none failed invalid-input');
  });

  it('shows a loss and the reconnect', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { runtime });
    const page = mount(
      realtime,
      showing(() => {
        const connection = useConnectionState();
        const { state } = useChannel('orders');
        return () => `${connection.value} ${state.value}`;
      }),
    );
    await until(() => page.text() === 'connected subscribed');
    service.faults.dropAll();
    await until(() => page.text() === 'reconnecting waiting');
    await runtime.advance(2_000);
    await until(() => page.text() === 'connected subscribed');
  });
});

it('vue: a channel that waits for another attempt', async () => {
  const service = await startService();
  const outage = signLater(service);
  const { realtime } = connectTo(service, { runtime: heldTime(), authorize: outage.authorize });
  let retry = () => {};
  const page = mount(
    realtime,
    showing(() => {
      const connection = useConnection();
      const { attempt, channel, error, retryInMs, state } = useChannel('private-orders');
      retry = () => channel.value?.retry();
      const next = () => `${error.value?.code} ${retryInMs.value} ${attempt.value}`;
      return () => `${connection.state.value} ${connection.waiting.value} ${state.value} ${next()}`;
    }),
  );
  await until(() => page.text() === 'connected 1 waiting network 1000 2');
  outage.isDown = false;
  retry();
  await until(() => page.text() === 'connected 0 subscribed undefined undefined undefined');
});

describe('vue: events and members', () => {
  it('calls a listener, and shows the last event and the members', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: signFor(service, { id: 'ann' }) });
    const heard: unknown[] = [];
    const page = mount(
      realtime,
      showing(() => {
        const room = usePresence('presence-room');
        useEvent(room, 'said', ({ data }) => heard.push(data));
        const last = useLastEvent(room, 'said');
        return () => `${room.me.value?.id} of ${room.count.value}: ${JSON.stringify(last.value?.data)}`;
      }),
    );
    await until(() => page.text() === 'ann of 1: undefined');
    const { realtime: other } = connectTo(service, { authorize: signFor(service, { id: 'bob' }) });
    await other.subscribe('presence-room').subscribed();
    await until(() => page.text() === 'ann of 2: undefined');
    service.publish({ channel: 'presence-room', event: 'said', data: '{"text":"Hi"}' });
    await until(() => page.text() === 'ann of 2: {"text":"Hi"}');
    expect(heard).toEqual([{ text: 'Hi' }]);
    await other.close();
    await until(() => page.text().startsWith('ann of 1'));
  });
});

describe('vue: the plugin', () => {
  it('creates the client with its first use, and closes it with the app', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    let created = 0;
    target.value = 'a';
    const page = mount(() => {
      created += 1;
      return realtime;
    }, State);
    await until(() => page.text() === 'a subscribed ');
    expect(created).toBe(1);
    page.unmount();
    await until(() => realtime.state === 'closed');
  });

  it('is asked for where it is missing', () => {
    const app = createApp(showing(() => () => useRealtime().state));
    app.config.warnHandler = () => {};
    expect(() => app.mount(document.createElement('div'))).toThrow(/app\.use\(realtimePlugin\(client\)\)/);
  });

  it('on a server, nothing is subscribed and no client created', async () => {
    const app = createSSRApp({ render: () => h(State) });
    app.use(realtimePlugin(() => createRealtimeClient({ key: 'never', cluster: 'eu' })));
    target.value = 'a';
    expect(await renderToString(app)).toContain('none waiting');
  });
});
