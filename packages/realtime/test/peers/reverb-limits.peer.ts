import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import type { PeerServer } from '../../../routing/test/peers/support/process.ts';
import { until } from '../realtime-fixtures.ts';
import { installReverb, startReverb } from './support/reverb.ts';
import { addressOf, openClient, serverFor } from './support/reverb-clients.ts';

const directory = await obtain('Laravel Reverb', installReverb);

describe.skipIf(directory === undefined)('what Laravel Reverb 1.10.2 refuses or ends', () => {
  let reverb: PeerServer;
  beforeAll(async () => {
    reverb = await startReverb(directory ?? '');
  });
  afterAll(() => reverb?.close());

  it('reports client events that an app does not accept, and stays subscribed', async () => {
    const { realtime, errors } = openClient(reverb, 7, {}, 'silent');
    const chat = realtime.subscribe('private-chat');
    await chat.subscribed();
    chat.trigger('client-typing', { on: true });
    await until(() => errors().length > 0);
    expect(errors()[0]).toMatchObject({ message: expect.stringContaining('client messaging') });
    expect([realtime.state, chat.state]).toEqual(['connected', 'subscribed']);
  });

  it('a wrong secret, an unknown app, an event that is too large', async () => {
    const wrong = serverFor(reverb, 'peer', { secret: 'wrong' });
    await expect(wrong.trigger('orders', 'paid', 1)).rejects.toMatchObject({ code: 'authentication' });
    const unknown = serverFor(reverb, 'peer', { appId: 'nope' });
    await expect(unknown.trigger('orders', 'paid', 1)).rejects.toMatchObject({ code: 'not-found' });
    const large = serverFor(reverb).trigger('orders', 'paid', 'x'.repeat(10_000));
    await expect(large).rejects.toMatchObject({ code: 'payload-too-large' });
  });

  it.each([
    ['an unknown key', 'peer', { key: 'nope' }, 'Application does not exist'],
    ['a foreign origin', 'foreign', {}, 'Origin not allowed'],
  ])('%s is refused without another attempt', async (_what, id, options, reason) => {
    const { realtime, events } = openClient(reverb, 7, options, id);
    await expect(realtime.connect()).rejects.toMatchObject({
      code: 'connection-refused',
      message: expect.stringContaining(reason),
    });
    expect(events.filter((event) => event.type === 'state' && event.state === 'connecting')).toHaveLength(1);
  });

  it('an app with all its connections taken refuses the next, in words and with its code', async () => {
    // Reverb counts connections that are subscribed.
    await openClient(reverb, 7, {}, 'single').realtime.subscribe('orders').subscribed();
    await expect(openClient(reverb, 8, {}, 'single').realtime.connect()).rejects.toMatchObject({
      code: 'connection-refused',
      status: 4004,
      message: expect.stringContaining('over connection quota'),
    });
  });

  it('client events above the rate of an app are reported, and the channel stays', async () => {
    const { realtime, errors } = openClient(reverb, 7, { maxClientEventsPerSecond: 1_000 }, 'slow');
    const chat = realtime.subscribe('private-chat');
    await chat.subscribed();
    for (let n = 0; n < 10; n += 1) chat.trigger('client-n', { n });
    await until(() => errors().length > 0);
    expect(errors()[0]).toMatchObject({ status: 4301, message: expect.stringContaining('Rate limit') });
    expect([realtime.state, chat.state]).toEqual(['connected', 'subscribed']);
  });

  it('a message that is too large for an app ends the connection, which comes back', async () => {
    const { realtime, events } = openClient(reverb, 7, { reconnect: { baseMs: 20, capMs: 100 } }, 'small');
    const chat = realtime.subscribe('private-chat');
    await chat.subscribed();
    chat.trigger('client-n', { text: 'x'.repeat(300) });
    await until(() => events.some(({ type }) => type === 'gap'));
    const lost = events.find((event) => event.type === 'state' && event.state === 'reconnecting');
    expect(lost).toMatchObject({ error: { code: 'connection-lost', status: 1009 } });
    await chat.subscribed();
  });

  it('a silent connection is kept by pings', async () => {
    const { realtime, events } = openClient(reverb, 7, { activityTimeoutMs: 200, pongTimeoutMs: 2_000 });
    await realtime.connect();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(realtime.state).toBe('connected');
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('sign-in, which Reverb does not have, is refused at once, and the connection stays', async () => {
    const { server, realtime } = openClient(reverb, 7, {
      authenticate: ({ socketId }) => server.authenticateUser(socketId, { id: '7' }),
    });
    await expect(realtime.signIn()).rejects.toMatchObject({ code: 'sign-in' });
    expect(realtime.state).toBe('connected');
  });

  it('a restart: all channels are back, with the members of now and a gap', async () => {
    const { realtime, events, server } = openClient(reverb, 7, { reconnect: { baseMs: 50, capMs: 200 } });
    const room = realtime.subscribe('presence-restarted');
    const orders = realtime.subscribe('private-restarted');
    await Promise.all([room.subscribed(), orders.subscribed()]);
    const { port } = addressOf(reverb);
    await reverb.close();
    await until(() => realtime.state === 'reconnecting');
    reverb = await startReverb(directory ?? '', port);
    await until(() => events.some(({ type }) => type === 'gap'));
    await Promise.all([room.subscribed(), orders.subscribed()]);
    expect([...room.members.keys()]).toEqual(['7']);
    const paid = orders.events('paid');
    await server.trigger('private-restarted', 'paid', { id: 8 });
    expect((await paid.next()).value?.data).toEqual({ id: 8 });
  });

  it.each([
    ['a text', 'typing'],
    ['a number', 7],
  ])('%s as the data of a client event is an error of the service', async (_what, data) => {
    const { realtime, errors } = openClient(reverb);
    const chat = realtime.subscribe('private-chat');
    await chat.subscribed();
    chat.trigger('client-typing', data);
    await until(() => errors().length > 0);
    expect(errors()).toMatchObject([{ code: 'service-reported', status: 4200 }]);
    expect([realtime.state, chat.state]).toEqual(['connected', 'subscribed']);
  });
});
