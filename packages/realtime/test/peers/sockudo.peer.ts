import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PeerServer } from '../../../routing/test/peers/support/process.ts';
import {
  createRealtimeClient,
  type GapEvent,
  type OpenSocket,
  type RealtimeClientSettings,
} from '../../src/index.ts';
import { recovery } from '../../src/recovery/index.ts';
import { createRealtimeServerClient } from '../../src/server/index.ts';
import { until } from '../realtime-fixtures.ts';
import { sockudoApp, startSockudo } from './support/sockudo.ts';

/** A program of 5.2.0: `cargo install sockudo --no-default-features --features local,v2`, ten minutes. */
const program = process.env['SOCKUDO_PATH'];
if (program === undefined)
  console.warn('sockudo cannot be had here; its tests are skipped: set SOCKUDO_PATH to its program.');

/** Sockets that the test cuts. */
function cuttable() {
  let cut = () => {};
  const socket: OpenSocket = (url, listener, options) => {
    const inner = options.openDefault(url, listener, options);
    cut = () => {
      inner.drop();
      listener.ended({ code: 1006, reason: 'cut by the test' });
    };
    return inner;
  };
  return { socket, cut: () => cut() };
}

describe.skipIf(program === undefined).each([
  ['a buffer alone', false],
  ['a durable history', true],
])('our client with Sockudo 5.2.0 and %s', (_name, durable) => {
  let sockudo: PeerServer;
  beforeAll(async () => {
    sockudo = await startSockudo(program ?? '', durable);
  });
  afterAll(() => sockudo?.close());

  const open = (options: Partial<RealtimeClientSettings> = {}) => {
    const address = { host: '127.0.0.1', port: Number(new URL(sockudo.url).port) };
    const { id: appId, ...keys } = sockudoApp;
    const server = createRealtimeServerClient({ appId, ...keys, ...address, retry: false });
    const { socket, cut } = cuttable();
    const gaps: GapEvent[] = [];
    const realtime = createRealtimeClient({
      key: keys.key,
      ...address,
      socket,
      recovery: recovery(),
      reconnect: { baseMs: 1 },
      authorize: ({ socketId, channelName }) =>
        server.authorizeChannel({
          socketId,
          channelName,
          member: channelName.startsWith('presence-') ? { userId: 'ann' } : undefined,
        }),
      ...options,
    });
    realtime.on('gap', (gap) => gaps.push(gap));
    onTestFinished(() => realtime.close());
    const publish = async (channel: string, ...numbers: readonly number[]) => {
      for (const n of numbers) await server.trigger(channel, 'paid', n);
    };
    /** Cuts the connection, and publishes before the channel is subscribed again. */
    const away = async (channel: string, ...numbers: readonly number[]) => {
      const seen = gaps.length;
      cut();
      await publish(channel, ...numbers);
      await until(() => gaps.length > seen);
    };
    return { realtime, server, gaps, publish, away };
  };
  const listen = async ({ realtime }: ReturnType<typeof open>, channel: string, options = {}) => {
    const got: unknown[] = [];
    const subscription = realtime.subscribe(channel, options);
    subscription.on('paid', ({ data }) => got.push(data));
    await subscription.subscribed();
    return got;
  };

  it.each(['orders', 'private-orders', 'presence-room'])('%s gets what it missed, in order', async (name) => {
    const channel = `${name}-${durable}`;
    const client = open();
    const got = await listen(client, channel);
    await client.publish(channel, 1);
    await until(() => got.length === 1);
    await client.away(channel, 2, 3, 4);
    await client.publish(channel, 5);
    await until(() => got.includes(5));
    expect(got).toEqual([1, 2, 3, 4, 5]);
    expect(client.gaps).toMatchObject([{ channel, recovered: 'all' }]);
  });

  it('nothing was missed', async () => {
    const client = open();
    const got = await listen(client, 'quiet');
    await client.away('quiet');
    expect([got, client.gaps.map(({ recovered }) => recovered)]).toEqual([[], ['all']]);
  });

  it('more than it stores is a gap', async () => {
    const client = open({ reconnect: { baseMs: 500 } });
    const got = await listen(client, 'many');
    await client.away('many', 1, 2, 3, 4, 5, 6, 7, 8);
    await client.publish('many', 9);
    await until(() => got.includes(9));
    // Where the client came back before the last were published, it missed fewer.
    const [gap] = client.gaps;
    if (gap?.recovered === 'none') expect(gap.reason).toBe('expired');
    else expect(got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('rewind gives stored events where it has a history, and the subscription anyway', async () => {
    const client = open();
    await client.publish('past', 1, 2, 3);
    const got = await listen(client, 'past', { rewind: 2 });
    await client.publish('past', 4);
    await until(() => got.includes(4));
    expect(got).toEqual(durable ? [2, 3, 4] : [4]);
  });

  it('without the option it is a server of version 7', async () => {
    const client = open({ recovery: undefined });
    const got = await listen(client, 'seven');
    await client.away('seven');
    await client.publish('seven', 1);
    await until(() => got.length === 1);
    expect(client.gaps).toMatchObject([{ recovered: 'none' }]);
    expect(client.gaps[0]).not.toHaveProperty('reason');
  });
});
