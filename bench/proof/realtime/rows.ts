// The faults of a connection, and what listeners and the server see under each.
import { setTimeout as sleep } from 'node:timers/promises';
import { endingOf, isRefused, type Row, reported } from '../peer.ts';
import { privateChannel, type RealtimeClient, type RealtimeServer } from './realtime-client.ts';

type RealtimeRow = Row<RealtimeClient, RealtimeServer>;

const longestMs = 60_000;

async function reached(isReached: () => boolean, limitMs = longestMs): Promise<boolean> {
  const endsAt = performance.now() + limitMs;
  while (!isReached() && performance.now() < endsAt) await sleep(20);
  return isReached();
}

/** A subscribed channel, and the ids of the events that arrived. */
async function subscribed(client: RealtimeClient, channel = 'orders') {
  const ids: number[] = [];
  await client.subscribe(channel, (data) => void ids.push((data as { id: number }).id));
  return ids;
}

/** Publishes until an event arrives, as a service that has many. */
async function flows(server: RealtimeServer, ids: readonly number[], from: number): Promise<boolean> {
  return reached(() => {
    server.publish({ id: from });
    return ids.includes(from);
  });
}

const missed: RealtimeRow = {
  id: 'missed',
  title: 'an event while away',
  async run(client, server) {
    let gaps = 0;
    client.onGap?.(() => {
      gaps += 1;
    });
    const ids = await subscribed(client);
    server.publish({ id: 1 });
    await reached(() => ids.includes(1));
    server.cut();
    server.publish({ id: 2 }); // nobody is connected
    const isBack = await reached(() => server.subscriptions === 2);
    await flows(server, ids, 3);
    if (!isBack) return { text: 'not back', harm: true };
    const isTold = gaps > 0 ? 'gap reported' : 'not reported';
    return { text: ids.includes(2) ? 'delivered' : isTold, harm: !ids.includes(2) && gaps === 0 };
  },
};

const away: RealtimeRow = {
  id: 'away',
  title: 'the server is away for 3 s',
  async run(client, server) {
    const ids = await subscribed(client);
    await server.goAway();
    await sleep(3_000);
    await server.comeBack();
    const backAt = performance.now();
    const isBack = await flows(server, ids, 1);
    const seconds = ((performance.now() - backAt) / 1_000).toFixed(1);
    return { text: isBack ? `back ${seconds} s later` : 'not back', harm: !isBack };
  },
};

const throwing: RealtimeRow = {
  id: 'throwing',
  title: 'a listener throws',
  canThrow: true,
  async run(client, server) {
    await client.subscribe('orders', () => {
      throw new Error('of the proof');
    });
    const ids: number[] = [];
    client.listen('orders', (data) => void ids.push((data as { id: number }).id));
    server.publish({ id: 1 });
    const isHeard = await reached(() => ids.includes(1), 2_000);
    const text = isHeard ? 'the next one hears' : 'the next one does not';
    return { text, harm: !isHeard };
  },
};

const foreign: RealtimeRow = {
  id: 'foreign',
  title: 'a frame that is not JSON',
  async run(client, server) {
    const ids = await subscribed(client);
    server.sendRaw('<html>');
    const isFlowing = await flows(server, ids, 1);
    const text = server.connections === 1 ? 'connection stays' : 'reconnects';
    return { text: isFlowing ? text : 'no more events', harm: !isFlowing };
  },
};

const misspelt: RealtimeRow = {
  id: 'misspelt',
  title: 'a misspelt option',
  async run(client) {
    const ending = await endingOf(async () => client.create({ timout: 5_000 }).close());
    return { text: isRefused(ending) ? 'refused' : 'ignored', harm: !isRefused(ending) };
  },
};

const authFailsOnce: RealtimeRow = {
  id: 'auth-500',
  title: 'authorization: 500 once',
  async run(client, server) {
    server.authStatuses = [500];
    const ending = await endingOf(() => client.subscribe(privateChannel, () => {}));
    const isSubscribed = await reached(() => server.subscriptions > 0, 10_000);
    return {
      text: isSubscribed ? 'subscribed' : reported(ending),
      harm: !isSubscribed && !isRefused(ending),
    };
  },
};

const authRefused: RealtimeRow = {
  id: 'auth-403',
  title: 'authorization: 403',
  async run(client, server) {
    server.authStatuses = Array.from({ length: 50 }, () => 403);
    const ending = await endingOf(() => client.subscribe(privateChannel, () => {}));
    return { text: reported(ending), harm: !isRefused(ending) };
  },
};

const unknownApp: RealtimeRow = {
  id: 'unknown-app',
  title: 'close code 4001, no such app',
  async run(client, server) {
    await subscribed(client);
    server.closeAll(4001);
    await sleep(3_000);
    const text = server.connections === 1 ? 'no reconnect' : `${server.connections - 1} reconnects`;
    return { text, harm: server.connections > 1 };
  },
};

const connectionRows = [missed, away, throwing, foreign, misspelt];
export const pusherRows: readonly RealtimeRow[] = [...connectionRows, authFailsOnce, authRefused, unknownApp];
export const centrifugoRows: readonly RealtimeRow[] = connectionRows;
export const forgottenRows: readonly RealtimeRow[] = [
  { ...missed, id: 'forgotten', title: 'the same, and the server has lost its history' },
];
