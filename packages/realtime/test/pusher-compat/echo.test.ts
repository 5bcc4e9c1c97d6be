import Echo from 'laravel-echo';
import { expect, it, onTestFinished } from 'vitest';
import { Pusher } from '../../src/pusher-compat/index.ts';
import { until } from '../realtime-fixtures.ts';
import { classes, type Stage, startStage } from './stage.ts';

const echoOf = (stage: Stage, Class: (typeof classes)[number][1], as: string) => {
  const { app, host, port } = stage.service;
  const echo = new Echo({
    broadcaster: 'reverb',
    Pusher: Class as never,
    key: app.key,
    wsHost: host,
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws', 'wss'],
    authEndpoint: `${stage.application}/broadcasting/auth`,
    auth: { headers: {}, params: { as } } as never,
    bearerToken: `token of ${as}`,
    withoutInterceptors: true,
  });
  onTestFinished(() => echo.disconnect());
  return echo;
};

/** What Laravel sends, and what the callbacks of an Echo get. */
async function script(stage: Stage, Class: (typeof classes)[number][1]): Promise<string[]> {
  // One for each client: the order of two connections is open.
  const record: string[] = [];
  const ofBob: string[] = [];
  const note =
    (what: string, to = record) =>
    (...given: unknown[]): unknown =>
      to.push([what, ...given.map((each) => JSON.stringify(each))].join(' '));
  const isNoted = (what: string) => () => [...record, ...ofBob].some((each) => each.startsWith(what));
  const { server } = stage;
  const [ann, bob] = [echoOf(stage, Class, 'ann'), echoOf(stage, Class, 'bob')];

  const orders = ann.channel('orders').subscribed(note('orders subscribed'));
  const stopped = note('never');
  orders.listen('OrderShipped', note('shipped')).listen('.order.paid', note('paid'));
  orders.listen('OrderShipped', stopped as never).stopListening('OrderShipped', stopped as never);
  orders.listenToAll(note('all'));
  await until(isNoted('orders subscribed'));
  await server.trigger('orders', 'App\\Events\\OrderShipped', { id: 1 });
  await server.trigger('orders', 'order.paid', { id: 2 });
  await until(isNoted('paid'));

  ann.private('App.User.1').notification(note('notification')).listenForWhisper('typing', note('typing'));
  ann.private('App.User.1').subscribed(note('private subscribed'));
  bob.private('App.User.1').subscribed(note('bob subscribed', ofBob));
  await until(() => isNoted('private subscribed')() && isNoted('bob subscribed')());
  bob.private('App.User.1').whisper('typing', { on: true });
  await until(isNoted('typing'));
  const notification = 'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated';
  await server.trigger('private-App.User.1', notification, { type: 'invoice' });
  await until(isNoted('notification'));

  ann.encryptedPrivate('letters').listen('Sent', note('letter')).subscribed(note('letters subscribed'));
  await until(isNoted('letters subscribed'));
  await server.trigger('private-encrypted-letters', 'App\\Events\\Sent', { text: 'hello' });
  await until(isNoted('letter '));

  ann.join('room').here(note('here')).joining(note('joining')).leaving(note('leaving'));
  await until(isNoted('here'));
  bob.join('room').listenForWhisper('wave', note('wave', ofBob)).subscribed(note('bob joined', ofBob));
  await until(() => isNoted('joining')() && isNoted('bob joined')());
  ann.join('room').whisper('wave', { to: 'bob' });
  await until(isNoted('wave'));
  bob.leave('room');
  await until(isNoted('leaving'));

  ann
    .private('secret')
    .error(({ type, status }: { type: string; status: number }) => note('error')(type, status));
  await until(isNoted('error'));
  record.push(String(ann.socketId() === ann.connector.pusher.connection.socket_id), ann.connectionStatus());
  ann.leaveAllChannels();
  record.push(String(Object.keys(ann.connector.channels).length));
  await until(() => stage.service.sockets.every(({ channels }) => !channels.includes('orders')));
  ann.connector.onConnectionChange(note('status'));
  ann.disconnect();
  record.push(ann.connectionStatus());
  return [...record, ...ofBob];
}

it('Laravel Echo records the same with this class as with pusher-js', async () => {
  const found: string[][] = [];
  for (const [, Class] of classes) {
    const stage = await startStage();
    found.push(await script(stage, Class));
    const tokens = new Set(stage.requests.map(({ authorization }) => authorization));
    expect(tokens).toEqual(new Set(['Bearer token of ann', 'Bearer token of bob']));
  }
  const [official, ours] = found;
  expect(ours).toEqual(official);
  expect(ours?.length).toBeGreaterThan(22);
});

it('Laravel Echo takes an instance as client', async () => {
  const stage = await startStage();
  const client = new Pusher(stage.service.app.key, stage.options());
  const echo = new Echo({ broadcaster: 'pusher', client, withoutInterceptors: true });
  onTestFinished(() => echo.disconnect());
  const joined: unknown[] = [];
  echo.join('room').here((members: unknown) => joined.push(members));
  await until(() => joined.length > 0);
  expect(joined).toEqual([[{ name: 'ann' }]]);
  expect(echo.socketId()).toBe(client.realtime?.socketId);
});
