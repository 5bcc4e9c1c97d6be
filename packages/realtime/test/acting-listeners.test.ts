import { expect, it } from 'vitest';
import { type ChannelEvent, createRealtimeClient, type OpenSocket } from '../src/index.ts';
import { heldTime, until } from './realtime-fixtures.ts';
import { frame, startScriptedServer } from './scripted-server.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

it('P6: a listener of errors that rejects is called for an error, and once for its own', async () => {
  const server = await startScriptedServer();
  const codes: string[] = [];
  await using realtime = createRealtimeClient(server.address);
  realtime.on('error', async ({ error }) => {
    codes.push(error.code);
    // A client that repeats this for ever would hang the test, which could not report it.
    if (codes.length < 100) throw new Error('no disk');
  });
  await realtime.connect();
  server.say('{');
  await until(() => codes.length > 0);
  await turn();
  expect(codes).toEqual(['protocol', 'listener']);
});

it('W14: a listener that subscribes while the client closes is refused', async () => {
  const server = await startScriptedServer();
  const realtime = createRealtimeClient(server.address);
  const outcomes: unknown[] = [];
  realtime.on('channel', ({ channel, state }) => {
    if (state !== 'unsubscribed') return;
    try {
      outcomes.push(realtime.subscribe(channel).state);
    } catch (error) {
      outcomes.push(error);
    }
  });
  await realtime.subscribe('orders').subscribed();
  await realtime.close();
  expect(outcomes).toMatchObject([{ code: 'closed' }]);
});

it('W14: a listener that closes the client while it closes', async () => {
  const server = await startScriptedServer();
  const realtime = createRealtimeClient(server.address);
  const states: string[] = [];
  realtime.on('channel', () => void realtime.close());
  realtime.on('state', ({ state }) => states.push(state));
  await realtime.connect();
  const orders = realtime.subscribe('orders');
  await orders.subscribed().catch(() => {});
  await realtime.close();
  expect([states, orders.state]).toEqual([['connecting', 'connected', 'closed'], 'unsubscribed']);
});

it('a stream ends with the error of its channel, also when a listener opens another one then', async () => {
  const server = await startScriptedServer(({ channel }, say) =>
    say(frame('pusher:subscription_error', { status: 403, error: 'no' }, channel)),
  );
  await using realtime = createRealtimeClient(server.address);
  const orders = realtime.subscribe('orders');
  const codes: string[] = [];
  const read = async (events: AsyncIterable<ChannelEvent>, reader: string) => {
    try {
      for await (const _ of events) codes.push('event');
    } catch (error) {
      codes.push(`${reader}: ${(error as { readonly code: string }).code}`);
    }
  };
  const first = read(orders.events('paid'), 'first');
  realtime.on('channel', ({ state }) => {
    if (state === 'failed') void read(orders.events('paid'), 'second');
  });
  await first;
  await until(() => codes.length === 2);
  expect(codes.sort()).toEqual(['first: subscription-refused', 'second: subscription-refused']);
});

it('W14: close() leaves no timer of a channel that was left before the response', async () => {
  const server = await startScriptedServer(() => {});
  const runtime = heldTime();
  const realtime = createRealtimeClient({ ...server.address, runtime });
  await realtime.connect();
  const orders = realtime.subscribe('orders');
  expect(orders.state).toBe('subscribing');
  orders.unsubscribe();
  await realtime.close();
  expect(runtime.pendingSleeps).toEqual([]);
});

it('W14: connect() after close() leaves no timer', async () => {
  const runtime = heldTime();
  const realtime = createRealtimeClient({ key: 'k', host: 'localhost', runtime });
  await realtime.close();
  await expect(realtime.connect()).rejects.toMatchObject({ code: 'closed' });
  expect(runtime.pendingSleeps).toEqual([]);
});

it.each<[string, OpenSocket]>([
  [
    'throws',
    () => {
      throw new Error('no WebSocket');
    },
  ],
  [
    'says so at once',
    (_url, listener) => {
      listener.unusable(new Error('no WebSocket'));
      return { send() {}, close() {}, drop() {} };
    },
  ],
  [
    'says so after a promise',
    (_url, listener) => {
      void Promise.resolve().then(() => listener.unusable(new Error('no WebSocket')));
      return { send() {}, close() {}, drop() {} };
    },
  ],
])(
  'W14: a listener that connects again where a socket %s leaves the event loop free',
  async (_how, socket) => {
    let attempts = 0;
    const realtime = createRealtimeClient({
      key: 'k',
      host: 'localhost',
      socket(...parts) {
        attempts += 1;
        // A client that repeats this for ever would hang the test, which could not report it.
        return attempts < 500 ? socket(...parts) : { send() {}, close() {}, drop() {} };
      },
    });
    realtime.on('state', ({ state }) => {
      if (state === 'failed') void realtime.connect().catch(() => {});
    });
    void realtime.connect().catch(() => {});
    await expect.poll(() => attempts, { interval: 2 }).toBeGreaterThan(1);
    expect(attempts).toBeLessThan(500);
    await realtime.close();
    const before = attempts;
    await turn();
    expect(attempts).toBe(before);
  },
);
