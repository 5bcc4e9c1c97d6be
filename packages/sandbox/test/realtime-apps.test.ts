import { describe, expect, it } from 'vitest';
import { startRealtimeService } from '../src/realtime/index.ts';
import { app, call, connectRaw, withService } from './realtime-client.ts';

const shop = { id: 'shop', key: 'shop-key', secret: 'shop-secret' };
const open = (key: string) => `/app/${key}?protocol=7`;

describe('several apps on one port', () => {
  it('share no channels, and each has its own credentials', async () => {
    await withService({ apps: [shop] }, async (service) => {
      const ours = await connectRaw(service, open(app.key));
      const theirs = await connectRaw(service, open(shop.key));
      for (const client of [ours, theirs]) {
        await client.next();
        await client.subscribe('orders');
      }
      service.publish({ channel: 'orders', event: 'ours', data: '1' });
      service.publish({ appId: 'shop', channel: 'orders', event: 'theirs', data: '1' });
      expect((await ours.settle()).map(({ event }) => event)).toEqual(['ours']);
      expect((await theirs.settle()).map(({ event }) => event)).toEqual(['theirs']);
      expect(service.apps.map(({ id }) => id)).toEqual(['3', 'shop']);
      expect(service.stats).toMatchObject({ connections: 2, channels: 2 });
      expect(service.channels('shop')).toMatchObject([{ name: 'orders', subscriptionCount: 1 }]);
      expect(() => service.channels('other')).toThrow(TypeError);
    });
  });

  it('REST calls reach the app of their path, with its own secret only', async () => {
    await withService({ apps: [shop] }, async (service) => {
      const theirs = { ...service, app: shop };
      const list = (key: string, secret: string) =>
        call(theirs, 'GET', '/channels', undefined, { key, secret });
      expect((await list(shop.key, shop.secret)).status).toBe(200);
      expect((await list(shop.key, app.secret)).status).toBe(401);
      expect((await list(app.key, app.secret)).status).toBe(401);
      const nobody = { ...service, app: { ...shop, id: 'other' } };
      expect((await call(nobody, 'GET', '/channels')).status).toBe(404);
    });
  });

  it('have their own settings', async () => {
    const closed = { id: 'closed', key: 'closed-key', secret: 's', disabled: true };
    const small = { id: 'small', key: 'small-key', secret: 's', limits: { connections: 1 } };
    await withService({ apps: [closed, small] }, async (service) => {
      const refused = await connectRaw(service, open(closed.key));
      expect((await refused.closed).code).toBe(4003);
      await (await connectRaw(service, open(small.key))).next();
      expect((await (await connectRaw(service, open(small.key))).closed).code).toBe(4004);
      await (await connectRaw(service, open(app.key))).next();
      const unknown = await connectRaw(service, open('nope'));
      expect((await unknown.closed).code).toBe(4001);
    });
  });

  it.each([
    { apps: [{ ...shop, id: '1' }], name: 'id' },
    { apps: [{ ...shop, key: 'sandbox-key' }], name: 'key' },
  ])('refuse two apps with one $name', async ({ apps, name }) => {
    await expect(startRealtimeService({ apps })).rejects.toThrow(`the same ${name}`);
  });
});
