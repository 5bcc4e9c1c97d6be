import { describe, expect, it } from 'vitest';
import type { RealtimeService } from '../src/realtime/realtime-service.ts';
import { authorize, authorizeMember, connect, createManualClock, withService } from './realtime-client.ts';

const room = 'presence-room';
const secret = 'private-x';

async function joined(service: RealtimeService, channel: string) {
  const ann = await connect(service);
  const bob = await connect(service);
  for (const [client, userId] of [
    [ann, 'ann'],
    [bob, 'bob'],
  ] as const) {
    const auth = channel === room ? authorizeMember(client, room, userId) : authorize(client, channel);
    await client.subscribe(channel, auth);
  }
  if (channel === room) await ann.next();
  return { ann, bob };
}

describe('client events', () => {
  it('reach the others on a private channel, not the sender', async () => {
    await withService({}, async (service) => {
      const { ann, bob } = await joined(service, secret);
      ann.send({ event: 'client-typing', channel: secret, data: { on: true } });
      expect(await bob.nextText()).toBe(
        '{"event":"client-typing","data":"{\\"on\\":true}","channel":"private-x"}',
      );
      expect(await ann.settle()).toEqual([]);
    });
  });

  it('carry the authenticated user id on a presence channel', async () => {
    await withService({}, async (service) => {
      const { ann, bob } = await joined(service, room);
      ann.send({ event: 'client-typing', channel: room, data: { user_id: 'bob' }, user_id: 'bob' });
      expect(await bob.nextText()).toBe(
        '{"event":"client-typing","data":"{\\"user_id\\":\\"bob\\"}","channel":"presence-room",' +
          '"user_id":"ann"}',
      );
    });
  });

  it.each([
    ['text stays as it is', '{"a":1}', '{"a":1}'],
    ['a number becomes JSON', 7, '7'],
    ['null becomes JSON', null, 'null'],
    ['nothing becomes an empty object', undefined, '{}'],
  ])('as data: %s', async (_, data, received) => {
    await withService({}, async (service) => {
      const { ann, bob } = await joined(service, secret);
      ann.send({ event: 'client-e', channel: secret, data });
      expect((await bob.next()).data).toBe(received);
    });
  });

  it.each([
    ['a public channel', 'orders', null, 'only supported on private and presence channels'],
    ['an encrypted channel', 'private-encrypted-x', null, 'only supported on private and presence channels'],
  ])('are refused on %s', async (_, channel, code, message) => {
    await withService({}, async (service) => {
      const { ann, bob } = await joined(service, channel);
      ann.send({ event: 'client-e', channel, data: {} });
      expect(await ann.next()).toMatchObject({
        event: 'pusher:error',
        data: { code, message: expect.stringContaining(message) },
      });
      expect(await bob.settle()).toEqual([]);
    });
  });

  it('are refused without a subscription', async () => {
    await withService({}, async (service) => {
      const { bob } = await joined(service, secret);
      const stranger = await connect(service);
      stranger.send({ event: 'client-e', channel: secret, data: {} });
      expect(await stranger.next()).toMatchObject({ event: 'pusher:error' });
      expect(await bob.settle()).toEqual([]);
    });
  });

  it('are refused when too large, in bytes, or too long of name', async () => {
    await withService({}, async (service) => {
      const { ann, bob } = await joined(service, secret);
      ann.send({ event: 'client-fits', channel: secret, data: 'x'.repeat(10_240) });
      ann.send({ event: 'client-large', channel: secret, data: 'é'.repeat(5_121) });
      expect(await ann.next()).toMatchObject({
        data: { code: null, message: expect.stringMatching(/exceeds the allowed maximum \(10240 bytes\)/) },
      });
      ann.send({ event: `client-${'n'.repeat(194)}`, channel: secret, data: '' });
      expect(await ann.next()).toMatchObject({ event: 'pusher:error' });
      expect((await bob.settle()).map(({ event }) => event)).toEqual(['client-fits']);
    });
  });

  it('are refused with 4301 above 10 a second, and again allowed later', async () => {
    const clock = createManualClock();
    await withService({ clock }, async (service) => {
      const { ann, bob } = await joined(service, secret);
      for (let count = 0; count < 12; count += 1)
        ann.send({ event: 'client-e', channel: secret, data: count });
      const refusals = await ann.settle();
      expect(refusals.map(({ data }) => (data as { code: number }).code)).toEqual([4301, 4301]);
      expect(await bob.settle()).toHaveLength(10);
      clock.advance(100);
      ann.send({ event: 'client-e', channel: secret, data: 'later' });
      ann.send({ event: 'client-e', channel: secret, data: 'too soon' });
      expect(await ann.settle()).toHaveLength(1);
      expect(await bob.settle()).toMatchObject([{ data: 'later' }]);
    });
  });

  it('are refused altogether when the app has them off', async () => {
    await withService({ clientEvents: false }, async (service) => {
      const { ann, bob } = await joined(service, secret);
      ann.send({ event: 'client-e', channel: secret, data: {} });
      expect(await ann.next()).toMatchObject({ event: 'pusher:error', data: { code: 4301 } });
      expect(await bob.settle()).toEqual([]);
    });
  });

  it('need the client- prefix', async () => {
    await withService({}, async (service) => {
      const { ann, bob } = await joined(service, secret);
      for (const event of ['paid', 'pusher:paid', 'pusher_internal:member_added', 'Client-x']) {
        ann.send({ event, channel: secret, data: {} });
        expect(await ann.next()).toMatchObject({ event: 'pusher:error' });
      }
      expect(await bob.settle()).toEqual([]);
    });
  });
});
