import { createFakeTransport } from '@org/core/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createRealtimeServerClient, defineChannel } from '../src/server/index.ts';
import { app } from './server-fixtures.ts';

function start() {
  const transport = createFakeTransport([{ answer: { json: {} } }]);
  const encryptionMasterKey = Buffer.alloc(32, 7).toString('base64');
  const server = createRealtimeServerClient({
    ...app,
    host: 'api.example.com',
    transport,
    encryptionMasterKey,
  });
  const bodies = () => transport.requests.map((request) => request.json());
  return { server, bodies };
}

it.each(['first', 'second'])('the %s trigger sends what its arguments were at the call', async (nth) => {
  const { server, bodies } = start();
  if (nth === 'second') await server.trigger('orders', 'paid', { id: 0 });
  const channels = ['orders'];
  const data = { id: 1, lines: [1] };
  const sent = server.trigger(channels, 'paid', data);
  channels.push('private-other');
  data.id = 2;
  data.lines.push(2);
  await sent;
  expect(bodies().at(-1)).toEqual({ name: 'paid', channels: ['orders'], data: '{"id":1,"lines":[1]}' });
});

it.each(['first', 'second'])('the %s batch sends a buffer that its owner empties', async (nth) => {
  const { server, bodies } = start();
  const batch = [{ channel: 'orders', event: 'paid', data: { id: 1 } }];
  const [{ data } = { data: { id: 0 } }] = batch;
  if (nth === 'second') await server.triggerBatch(batch);
  const sent = server.triggerBatch(batch);
  data.id = 2;
  batch.length = 0;
  await sent;
  expect(bodies().at(-1)).toEqual({ batch: [{ channel: 'orders', name: 'paid', data: '{"id":1}' }] });
});

it.each(['first', 'second'])('the %s event for a user is the event of the call', async (nth) => {
  const { server, bodies } = start();
  const data = { id: 1 };
  if (nth === 'second') await server.sendToUser('ann', 'paid', data);
  const sent = server.sendToUser('ann', 'paid', data);
  data.id = 2;
  await sent;
  expect(bodies().at(-1)).toMatchObject({ data: '{"id":1}' });
});

it('an encrypted event has the data of the call', async () => {
  const { server, bodies } = start();
  const length = async (data: object, change: () => void) => {
    const sent = server.trigger('private-encrypted-orders', 'paid', data);
    change();
    await sent;
    const { data: text } = z.object({ data: z.string() }).parse(bodies().at(-1));
    return text.length;
  };
  const data = { note: '' };
  const short = await length({ ...data }, () => {});
  const changed = await length(data, () => {
    data.note = 'x'.repeat(100);
  });
  expect(changed).toBe(short);
});

it('W10: an asynchronous schema checks the data that is sent', async () => {
  const { server, bodies } = start();
  await server.trigger('orders', 'paid', {}); // the code is loaded
  const paid = z.object({ id: z.number() }).refine(async ({ id }) => id === 1);
  const orders = defineChannel('orders', { events: { paid } });
  const data = { id: 1 };
  const sent = server.trigger(orders, 'paid', data);
  data.id = 2;
  await sent;
  expect(bodies().at(-1)).toMatchObject({ data: '{"id":1}' });
  await expect(server.trigger(orders, 'paid', { id: 3 })).rejects.toMatchObject({ code: 'invalid-input' });
  expect(bodies()).toHaveLength(2);
});

it('the first call refuses data that is not JSON, with the reason', async () => {
  for (const data of [undefined, () => {}, { id: 1n }]) {
    const { server, bodies } = start();
    await expect(server.trigger('orders', 'paid', data)).rejects.toThrow(/data (cannot|must) be/);
    await expect(start().server.triggerBatch([{ channel: 'a', event: 'b', data }])).rejects.toThrow(
      /data (cannot|must) be/,
    );
    expect(bodies()).toEqual([]);
  }
});
