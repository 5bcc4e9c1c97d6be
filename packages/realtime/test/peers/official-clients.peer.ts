import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { run } from '../../../routing/test/peers/support/process.ts';
import { installPythonPackage } from '../../../routing/test/peers/support/python.ts';
import { connectTo, signFor, startService } from '../realtime-fixtures.ts';
import { connectAs } from '../user-fixtures.ts';
import { installMavenPackages } from './support/maven-package.ts';

const program = (name: string) => fileURLToPath(new URL(`support/${name}`, import.meta.url));

const python = await obtain('The official Python client', () =>
  installPythonPackage('pusher==3.3.3', { minimum: '3.8' }),
);
const classPath = await obtain('The official Java clients', () =>
  installMavenPackages('official-java-2.4.4-1.3.4', [
    'com.pusher:pusher-java-client:2.4.4',
    'com.pusher:pusher-http-java:1.3.4',
  ]),
);

const eventsOf = async (stream: AsyncIterable<{ readonly data: unknown }>, count: number) => {
  const data: unknown[] = [];
  for await (const event of stream) if (data.push(event.data) === count) break;
  return data;
};

describe.skipIf(python === undefined)('the official Python client, pusher 3.3.3', () => {
  it('publishes, asks and signs on our server', async () => {
    const service = await startService({ subscriptionCount: true });
    const ann = { id: 'ann', info: { name: 'Ann' } };
    const { realtime } = connectAs(service, ann as never, { authorize: signFor(service, ann) });
    const [orders, room] = [realtime.subscribe('orders'), realtime.subscribe('presence-room')];
    const user = await realtime.signIn();
    await Promise.all([orders.subscribed(), room.subscribed()]);
    const received = Promise.all([
      eventsOf(orders.events(), 2),
      eventsOf(room.events('paid'), 1),
      eventsOf(user.events('hello'), 1),
    ]);
    const { id, key, secret } = service.app;
    const events = [{ name: 'channel_occupied', channel: 'a' }];
    const body = JSON.stringify({ time_ms: Date.now(), events });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const output = await run({
      command: python?.python ?? '',
      args: [program('official_client.py'), id, key, secret, String(service.port), body, signature],
      env: { ...process.env, PYTHONPATH: python?.directory },
    });
    const lines = output.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      trigger: {},
      batch: {},
      toUser: {},
      channels: { channels: { 'presence-room': { user_count: 1 } } },
      channel: { occupied: true, subscription_count: 1 },
      users: { users: [{ id: 'ann' }] },
      token: await signFor(service)({ socketId: '1.2', channelName: 'private-a' } as never).then(
        ({ auth }) => ({ auth }),
      ),
      webhook: events,
    });
    expect(await received).toEqual([[{ id: 7 }, 'text'], [{ id: 7 }], [{ from: 'python' }]]);
  });
});

describe.skipIf(classPath === undefined)('the official Java clients, 2.4.4 and 1.3.4', () => {
  it('subscribe, trigger and publish on our server, beside our client', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: signFor(service, { id: 'ours' }) });
    const [chat, room] = [realtime.subscribe('private-chat'), realtime.subscribe('presence-room')];
    await Promise.all([chat.subscribed(), room.subscribed()]);
    const members: string[] = [];
    onTestFinished(room.onMember('joined', ({ id }) => members.push(id)));
    const typing = eventsOf(chat.events('client-typing'), 1);
    const { id, key, secret } = service.app;
    const output = await run({
      command: 'java',
      args: ['-cp', classPath ?? '', program('OfficialClient.java'), id, key, secret, String(service.port)],
      timeoutMs: 60_000,
    });
    const lines = output
      .split('\n')
      .filter((line) => /^(?:subscribed|members|channels|\S+ paid )/.test(line));
    expect(lines.sort()).toEqual([
      expect.stringContaining('channels {"channels":{'),
      'members [java, ours]',
      'orders paid {"id":7}',
      'presence-room paid {"id":7}',
      'private-chat paid {"id":7}',
      'subscribed orders',
      'subscribed presence-room',
      'subscribed private-chat',
    ]);
    expect([members, await typing]).toEqual([['java'], [{ on: true }]]);
  }, 90_000);
});
