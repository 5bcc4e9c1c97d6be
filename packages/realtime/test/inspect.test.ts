import { describe, expect, it } from 'vitest';
import { NetworkError } from '../src/index.ts';
import { inspect } from '../src/inspect/index.ts';
import { connectTo, heldTime, signFor, startService, until } from './realtime-fixtures.ts';
import { frame, startScriptedServer } from './scripted-server.ts';
import { bob, connectAs } from './user-fixtures.ts';

const eventsOf = ({ frames }: ReturnType<typeof inspect>, name: string) =>
  frames.filter((frame) => frame.name === name);

describe('inspect(client)', () => {
  it('shows the states, the waiting subscriptions and the last frames, without data', async () => {
    const service = await startService();
    const good = signFor(service);
    const { realtime } = connectTo(service, {
      runtime: heldTime(),
      authorize: (request) => {
        if (request.channelName !== 'private-down') return good(request);
        throw new NetworkError({ message: 'the proxy is down', provider: 'test', retryable: true });
      },
    });
    const orders = realtime.subscribe('orders');
    const down = realtime.subscribe('private-down');
    await orders.subscribed();
    await until(() => down.error !== undefined);
    service.publish({ channel: 'orders', event: 'paid', data: '{"card":"of Ann"}' });
    await until(() => eventsOf(inspect(realtime), 'paid').length === 1);
    const shown = inspect(realtime);
    expect(shown).toMatchObject({ state: 'connected', socketId: realtime.socketId, lastError: undefined });
    const waiting = {
      name: 'private-down',
      state: 'waiting',
      error: 'the proxy is down',
      attempt: 2,
      retryInMs: expect.any(Number),
    };
    expect(shown.waiting).toEqual([expect.objectContaining(waiting)]);
    expect(shown.channels).toEqual([
      expect.objectContaining({ name: 'orders', state: 'subscribed' }),
      ...shown.waiting,
    ]);
    expect(shown.frames.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(['state connected', 'sent pusher:subscribe', 'received paid']),
    );
    const text = String(shown);
    expect(text).toMatch(/private-down, attempt 2 after \d+ ms: the proxy is down/);
    for (const each of [text, JSON.stringify(shown)]) expect(each).not.toMatch(/of Ann|auth"/);
  });

  it('shows data from the call that asks for it on, and tokens when asked too', async () => {
    const service = await startService();
    const { realtime } = connectAs(service, bob, { authorize: signFor(service) });
    await realtime.subscribe('orders').subscribed();
    service.publish({ channel: 'orders', event: 'paid', data: '{"id":1}' });
    await until(() => eventsOf(inspect(realtime), 'paid').length === 1);
    expect(eventsOf(inspect(realtime, { showData: true }), 'paid')[0]).not.toHaveProperty('data');
    service.publish({ channel: 'orders', event: 'paid', data: '{"id":2}' });
    await realtime.subscribe('private-orders').subscribed();
    await realtime.signIn();
    const shown = inspect(realtime, { showData: true });
    expect(eventsOf(shown, 'paid')[1]).toMatchObject({ data: { id: 2 } });
    expect(String(shown)).toContain('{"id":2}');
    const auth = (tokens: typeof shown) =>
      [...eventsOf(tokens, 'pusher:subscribe'), ...eventsOf(tokens, 'pusher:signin')].flatMap(({ data }) =>
        data === undefined ? [] : [(data as { readonly auth: string }).auth],
      );
    expect(auth(shown)).toEqual(['[hidden]', '', '[hidden]']);
    const token = expect.stringMatching(new RegExp(`^${service.app.key}:[0-9a-f]{64}$`));
    expect(auth(inspect(realtime, { showData: true, showTokens: true }))).toEqual([token, '', token]);
    inspect(realtime); // ends it
    service.publish({ channel: 'orders', event: 'last', data: '{"id":3}' });
    await until(() => eventsOf(inspect(realtime), 'last').length === 1);
    expect(JSON.stringify(inspect(realtime, { showData: true }))).not.toContain('"id":3');
  });

  it('keeps no long message', async () => {
    const server = await startScriptedServer();
    const { realtime } = connectTo({ ...server.address, app: { key: 'k', secret: 's' } } as never);
    await realtime.subscribe('orders').subscribed();
    inspect(realtime, { showData: true });
    server.say(frame('long', 'x'.repeat(20_000), 'orders'));
    await until(() => eventsOf(inspect(realtime, { showData: true }), 'long').length === 1);
    expect(eventsOf(inspect(realtime, { showData: true }), 'long')[0]).not.toHaveProperty('data');
  });

  it('says why a client without a connection has none, and takes clients of this package only', async () => {
    const service = await startService();
    await service.close();
    const { realtime } = connectTo(service, { reconnect: { baseMs: 60_000, capMs: 60_000 } });
    realtime.connect().catch(() => {});
    await until(() => realtime.state === 'reconnecting');
    const shown = inspect(realtime);
    expect(shown.lastError).toMatch(/^There is no connection to 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
    expect(String(shown)).toContain(`Last failure: ${shown.lastError}`);
    expect(() => inspect({} as never)).toThrow('a client that createRealtimeClient() returned');
    expect(() => inspect(realtime, { data: true } as never)).toThrow('inspect() has no option "data"');
  });
});
