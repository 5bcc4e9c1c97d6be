import { describe, expect, it } from 'vitest';
import type { RealtimeService } from '../src/realtime/realtime-service.ts';
import { app, authorize, call, connect, signedUser, withService } from './realtime-client.ts';

async function signIn(service: RealtimeService, user: { id: string; [name: string]: unknown }) {
  const client = await connect(service);
  const signed = signedUser(client, user);
  client.send({ event: 'pusher:signin', data: signed });
  const answer = await client.next();
  return { client, answer, signed };
}

describe('signing in', () => {
  it('is confirmed with the very text that was signed', async () => {
    await withService({}, async (service) => {
      const { answer, signed } = await signIn(service, { id: 'u1', user_info: { name: 'Zoë' } });
      expect(answer).toEqual({ event: 'pusher:signin_success', data: { user_data: signed.user_data } });
    });
  });

  it.each([
    ['a wrong signature', { auth: `${app.key}:00`, user_data: '{"id":"u1"}' }],
    ['a wrong key', { auth: 'nobody:00', user_data: '{"id":"u1"}' }],
    ['nothing', {}],
  ])('with %s ends the connection with 4009', async (_, data) => {
    await withService({}, async (service) => {
      const client = await connect(service);
      client.send({ event: 'pusher:signin', data });
      expect(await client.next()).toEqual({
        event: 'pusher:error',
        data: { code: 4009, message: 'Connection not authorized.' },
      });
      expect((await client.closed).code).toBe(4009);
    });
  });

  it.each([[{ id: '' }], [{ id: 7 }], [{ name: 'x' }], [{ id: 'a b' }]])(
    'as %j fails although signed',
    async (user) => {
      await withService({}, async (service) => {
        const client = await connect(service);
        client.send({ event: 'pusher:signin', data: signedUser(client, user) });
        expect((await client.closed).code).toBe(4009);
      });
    },
  );

  it('again on the same connection: a new watchlist, and watchers notice nothing', async () => {
    await withService({}, async (service) => {
      const { client: watcher } = await signIn(service, { id: 'ann', watchlist: ['u1'] });
      const { client } = await signIn(service, { id: 'u1', watchlist: ['u2'] });
      for (const each of [watcher, client]) await each.settle();
      client.send({ event: 'pusher:signin', data: signedUser(client, { id: 'u1', watchlist: ['u3'] }) });
      const answers = (await client.settle()).map(({ data }) => data);
      expect(answers[1]).toEqual({ events: [{ name: 'offline', user_ids: ['u3'] }] });
      await signIn(service, { id: 'u2' });
      expect([await watcher.settle(), await client.settle()]).toEqual([[], []]);
    });
  });

  it('as another user on the same connection fails', async () => {
    await withService({}, async (service) => {
      const { client } = await signIn(service, { id: 'u1' });
      client.send({ event: 'pusher:signin', data: signedUser(client, { id: 'u2' }) });
      expect((await client.closed).code).toBe(4009);
    });
  });

  it('is met with silence when the app has user authentication off', async () => {
    await withService({ userAuthentication: false }, async (service) => {
      const client = await connect(service);
      client.send({ event: 'pusher:signin', data: signedUser(client, { id: 'u1' }) });
      expect(await client.settle()).toEqual([]);
    });
  });

  it('lets a presence channel be joined without channel_data', async () => {
    await withService({}, async (service) => {
      const { client } = await signIn(service, { id: 'u1', user_info: { name: 'Zoë' } });
      const frame = await client.subscribe('presence-x', authorize(client, 'presence-x'));
      expect(JSON.parse(String(frame.data)).presence).toEqual({
        count: 1,
        ids: ['u1'],
        hash: { u1: { name: 'Zoë' } },
      });
    });
  });
});

describe('events to one user', () => {
  it('reach all connections of the user, and no other', async () => {
    await withService({}, async (service) => {
      const { client } = await signIn(service, { id: 'u1' });
      const { client: second } = await signIn(service, { id: 'u1' });
      const { client: other } = await signIn(service, { id: 'u2' });
      await client.subscribe('#server-to-user-u1', { auth: '' });
      await second.subscribe('#server-to-user-u1', { auth: '' });
      expect(await other.subscribe('#server-to-user-u1', { auth: '' })).toMatchObject({
        event: 'pusher:error',
      });
      const body = { name: 'hello', data: '"x"', channels: ['#server-to-user-u1'] };
      expect((await call(service, 'POST', '/events', body)).status).toBe(200);
      const expected = { event: 'hello', channel: '#server-to-user-u1', data: '"x"' };
      expect(await client.next()).toEqual(expected);
      expect(await second.next()).toEqual(expected);
      expect(await other.settle()).toEqual([]);
      expect((await call(service, 'GET', '/channels')).json).toEqual({ channels: {} });
    });
  });
});

describe('terminating a user', () => {
  it('closes its signed-in connections with 4009, and it may come back', async () => {
    await withService({}, async (service) => {
      const { client } = await signIn(service, { id: 'u1' });
      const { client: other } = await signIn(service, { id: 'u2' });
      const answer = await call(service, 'POST', '/users/u1/terminate_connections', '{}');
      expect(answer).toMatchObject({ status: 200, json: {} });
      expect(await client.next()).toMatchObject({ event: 'pusher:error', data: { code: 4009 } });
      expect((await client.closed).code).toBe(4009);
      expect(await other.settle()).toEqual([]);
      expect((await signIn(service, { id: 'u1' })).answer.event).toBe('pusher:signin_success');
    });
  });

  it('uses the configured close code', async () => {
    await withService({ terminateCloseCode: 4200 }, async (service) => {
      const { client } = await signIn(service, { id: 'u1' });
      await call(service, 'POST', '/users/u1/terminate_connections', '{}');
      expect((await client.closed).code).toBe(4200);
    });
  });

  it('of an unknown user succeeds', async () => {
    await withService({}, async (service) => {
      expect((await call(service, 'POST', '/users/nobody/terminate_connections', '{}')).json).toEqual({});
    });
  });
});

describe('watchlists', () => {
  it('report users that are online, and their changes', async () => {
    await withService({}, async (service) => {
      const { client: friend } = await signIn(service, { id: 'u2' });
      const { client: watcher } = await signIn(service, { id: 'u1', watchlist: ['u2', 'u3'] });
      expect(await watcher.next()).toEqual({
        event: 'pusher_internal:watchlist_events',
        data: {
          events: [
            { name: 'online', user_ids: ['u2'] },
            { name: 'offline', user_ids: ['u3'] },
          ],
        },
      });
      const { client: friendAgain } = await signIn(service, { id: 'u2' });
      friend.socket.close();
      await expect.poll(() => service.stats.connections).toBe(2);
      expect(await watcher.settle()).toEqual([]);
      friendAgain.socket.close();
      expect(await watcher.next()).toMatchObject({
        data: { events: [{ name: 'offline', user_ids: ['u2'] }] },
      });
      await signIn(service, { id: 'u3' });
      expect(await watcher.next()).toMatchObject({
        data: { events: [{ name: 'online', user_ids: ['u3'] }] },
      });
    });
  });

  it('keep the first 100 ids of a longer list, and say so with 4302', async () => {
    await withService({}, async (service) => {
      const watchlist = Array.from({ length: 101 }, (_, index) => `f${index}`);
      const { client, answer } = await signIn(service, { id: 'u1', watchlist });
      expect(answer.event).toBe('pusher:signin_success');
      const [status, error] = await client.settle();
      expect(status).toMatchObject({
        data: { events: [{ name: 'offline', user_ids: watchlist.slice(0, 100) }] },
      });
      expect(error).toMatchObject({ event: 'pusher:error', data: { code: 4302 } });
    });
  });
});
