import { describe, expect, it } from 'vitest';
import { connectTo, startService } from './realtime-fixtures.ts';

describe('one client, one channel', () => {
  it('connects, subscribes and receives', async () => {
    const service = await startService();
    const realtime = connectTo(service);
    const orders = realtime.subscribe('orders');
    await orders.subscribed();
    const events = orders.events('paid');
    service.publish({ channel: 'orders', event: 'paid', data: '{"id":7}' });
    const { value } = await events.next();
    expect(value).toMatchObject({ name: 'paid', channel: 'orders', data: { id: 7 }, raw: '{"id":7}' });
    await realtime.close();
    expect(realtime.state).toBe('closed');
  });
});
