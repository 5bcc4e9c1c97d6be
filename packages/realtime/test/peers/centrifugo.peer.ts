import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import type { CentrifugoClientOptions } from '../../src/centrifugo/index.ts';
import { connectCentrifugo } from '../centrifugo-server.ts';
import { until } from '../realtime-fixtures.ts';
import { findCentrifugo, installCentrifuge, signToken, startCentrifugo } from './support/centrifugo.ts';

const program = await obtain('Centrifugo', findCentrifugo);
const official =
  program === undefined ? undefined : await obtain('The official client of Centrifugo', installCentrifuge);

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

describe.skipIf(program === undefined)('Centrifugo 6.9.1', () => {
  let server: Awaited<ReturnType<typeof startCentrifugo>>;
  beforeAll(async () => {
    server = await startCentrifugo(program ?? '');
  });
  afterAll(() => server?.close());

  const connect = (user: string, options: CentrifugoClientOptions = {}) =>
    connectCentrifugo(server.port, {
      token: () => signToken({ sub: user, info: { name: user } }),
      reconnect: { baseMs: 300 },
      ...options,
    });
  const publish = async (channel: string, ...numbers: readonly number[]) => {
    for (const data of numbers) await server.call('publish', { channel, data: { event: 'n', data } });
  };
  const disconnect = (user: string, code: number, reason: string) =>
    server.call('disconnect', { user, disconnect: { code, reason } });

  it('delivers publications of the server, and refuses what it does not allow', async () => {
    const { realtime, errors } = connect('ann');
    const seen: unknown[] = [];
    const news = realtime.subscribe('news:a');
    news.onAny(({ name, data }) => seen.push([name, data]));
    await news.subscribed();
    await publish('news:a', 1);
    await server.call('publish', { channel: 'news:a', data: { no: 'name' } });
    await until(() => seen.length === 2);
    expect(seen).toEqual([
      ['n', 1],
      ['publication', { no: 'name' }],
    ]);
    await expect(realtime.subscribe('closed:a').subscribed()).rejects.toMatchObject({ status: 403 });
    await expect(realtime.subscribe('unknown:a').subscribed()).rejects.toMatchObject({ status: 404 });
    await expect(realtime.subscribe('presence-news:a2').subscribed()).rejects.toThrow('not available');
    news.unsubscribe();
    await realtime.subscribe('news:a').subscribed();
    expect(errors().filter(({ code }) => code !== 'subscription-refused')).toEqual([]);
  });

  it('takes tokens of channels, and refuses wrong ones', async () => {
    const subscriptionToken = ({ channel }: { readonly channel: string }) =>
      channel.endsWith('x') ? 'wrong' : signToken({ sub: 'ann', channel });
    const { realtime } = connect('ann', { subscriptionToken });
    await realtime.subscribe('private-closed:a').subscribed();
    await expect(realtime.subscribe('private-closed:x').subscribed()).rejects.toThrow('Centrifugo error');
  });

  it('lives longer than its tokens, and than the times of pings', async () => {
    const exp = () => inSeconds(3);
    const { realtime, states, gaps } = connect('ann', {
      token: () => signToken({ sub: 'ann', exp: exp() }),
      subscriptionToken: ({ channel }) => signToken({ sub: 'ann', channel, exp: exp() }),
    });
    const busy = connect('ann', { activityTimeoutMs: 1_000, pongTimeoutMs: 1_000 });
    const closed = realtime.subscribe('private-closed:a');
    const seen: unknown[] = [];
    closed.on('n', ({ data }) => seen.push(data));
    await Promise.all([closed.subscribed(), busy.realtime.connect()]);
    // The service ends what has an expired token after another second.
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    await publish('closed:a', 1);
    await until(() => seen.length === 1);
    for (const each of [states(), busy.states()]) expect(each).toEqual(['connecting', 'connected']);
    expect(gaps()).toEqual([]);
  });

  it('ends at an invalid token, and gets a new one for an expired one', async () => {
    const invalid = connect('ann', { token: 'a.b.c' });
    await expect(invalid.realtime.connect()).rejects.toThrow('invalid token');
    const expired = connect('ann', { token: signToken({ sub: 'ann', exp: 1 }) });
    await expect(expired.realtime.connect()).rejects.toThrow('make token a function');
    let calls = 0;
    const renewed = connect('ann', {
      token() {
        calls += 1;
        return signToken({ sub: 'ann', exp: calls === 1 ? 1 : inSeconds(60) });
      },
    });
    await renewed.realtime.connect();
    const anonymous = connectCentrifugo(server.port);
    await expect(anonymous.realtime.connect()).rejects.toThrow('3501');
  });

  it('has members, with joins, leaves and events between clients', async () => {
    const [ann, ann2, bob] = [connect('ann'), connect('ann'), connect('bob')];
    const room = ann.realtime.subscribe('presence-chat:1');
    const seen: unknown[] = [];
    room.onMember('joined', ({ id, info }) => seen.push(['joined', id, info]));
    room.onMember('left', ({ id }) => seen.push(['left', id]));
    room.on('client-hi', ({ data, userId }) => seen.push(['hi', data, userId]));
    await room.subscribed();
    expect(room.me).toEqual({ id: 'ann', info: { name: 'ann' } });
    const second = ann2.realtime.subscribe('presence-chat:1');
    await second.subscribed();
    const other = bob.realtime.subscribe('presence-chat:1');
    await other.subscribed();
    expect([...other.members.keys()].sort()).toEqual(['ann', 'bob']);
    other.trigger('client-hi', { n: 1 });
    room.trigger('client-hi', 'own');
    await until(() => seen.length === 2);
    await ann2.realtime.close();
    await bob.realtime.close();
    await until(() => seen.length === 3);
    expect(seen).toEqual([
      ['joined', 'bob', { name: 'bob' }],
      ['hi', { n: 1 }, 'bob'],
      ['left', 'bob'],
    ]);
    expect([...room.members.keys()]).toEqual(['ann']);
  });

  it('recovers missed publications after a lost connection, and says why it cannot', async () => {
    const { realtime, gaps, told } = connect('eve');
    const seen: unknown[] = [];
    const [news, plain] = [realtime.subscribe('news:r'), realtime.subscribe('plain')];
    news.on('n', ({ data }) => seen.push(data));
    await Promise.all([news.subscribed(), plain.subscribed()]);
    const away = async (work: () => Promise<unknown>) => {
      const before = gaps().length;
      await work();
      await until(() => gaps().length === before + 2);
      return gaps().slice(before).sort();
    };
    await publish('news:r', 1, 2);
    await until(() => seen.length === 2);
    const all = await away(async () => {
      await disconnect('eve', 3010, 'insufficient state');
      await until(() => realtime.state !== 'connected');
      await publish('news:r', 3, 4);
    });
    expect(all).toEqual([
      ['news:r', 'all', undefined],
      ['plain', 'none', undefined],
    ]);
    await until(() => seen.length === 4);
    const [expired] = await away(async () => {
      await disconnect('eve', 4001, 'custom');
      await until(() => realtime.state !== 'connected');
      await publish('news:r', 5, 6, 7, 8, 9, 10);
    });
    expect(expired).toEqual(['news:r', 'none', 'expired']);
    await publish('news:r', 11);
    await until(() => seen.includes(11));
    expect(seen).toEqual([1, 2, 3, 4, 11]);
    const [reset] = await away(() => server.restart());
    expect(reset).toEqual(['news:r', 'none', 'reset']);
    await publish('news:r', 12);
    await until(() => seen.includes(12));
    expect(told.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('diagnoses itself', async () => {
    const { realtime } = connect('ann');
    const room = realtime.subscribe('presence-chat:d');
    await room.subscribed();
    const { checks } = await realtime.diagnose();
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    await realtime.subscribe('presence-chat:e').subscribed();
    expect(room.me?.id).toBe('ann');
  });

  it('ends where the server says so, and where it ends a subscription', async () => {
    const { realtime, states } = connect('kim');
    const news = realtime.subscribe('news:k');
    await news.subscribed();
    await server.call('unsubscribe', { user: 'kim', channel: 'news:k' });
    await until(() => news.state === 'failed');
    expect(news.error?.message).toContain('code 2000');
    news.retry();
    await news.subscribed();
    await disconnect('kim', 4501, 'banned');
    await until(() => realtime.state === 'failed');
    expect(news.error?.message).toContain('banned');
    expect(states().at(-1)).toBe('failed');
  });

  it.skipIf(official === undefined)('gives what the official client gets, with a loss between', async () => {
    const { Centrifuge } = official ?? ({} as never);
    const { WebSocket } = await import('ws');
    const theirs: unknown[] = [];
    const ours: unknown[] = [];
    const centrifuge = new Centrifuge(`ws://127.0.0.1:${server.port}/connection/websocket`, {
      websocket: WebSocket,
      token: signToken({ sub: 'zoe' }),
      minReconnectDelay: 200,
    });
    onTestFinished(() => centrifuge.disconnect());
    const subscription = centrifuge.newSubscription('news:z');
    subscription.on('publication', ({ data }) => theirs.push(data.data));
    subscription.subscribe();
    centrifuge.connect();
    await subscription.ready(10_000);
    const { realtime } = connect('zoe');
    const news = realtime.subscribe('news:z');
    news.onAny(({ data }) => ours.push(data));
    await news.subscribed();
    await publish('news:z', 1, 2);
    await until(() => ours.length === 2 && theirs.length === 2);
    await disconnect('zoe', 3010, 'insufficient state');
    await until(() => realtime.state !== 'connected');
    await publish('news:z', 3, 4, 5);
    await until(() => ours.length === 5 && theirs.length === 5);
    await subscription.publish({ event: 'client-a', data: 6 });
    await until(() => ours.length === 6 && theirs.length === 6);
    expect(ours).toEqual(theirs);
    expect(ours).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
