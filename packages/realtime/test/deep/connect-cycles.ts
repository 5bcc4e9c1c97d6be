// Connects, subscribes and closes many times. Usage: connect-cycles.ts real|memory cycles; prints bytes of
// the heap for each cycle of the second half. Needs --expose-gc.
import { startRealtimeService } from '../../../sandbox/src/realtime/realtime-service.ts';
import { createRealtimeClient, type OpenSocket } from '../../src/index.ts';

const [kind = 'memory', count = '1000'] = process.argv.slice(2);
const cycles = Number(count);
const service = await startRealtimeService();
const { host, port, app } = service;

/** A socket in memory: it greets, and confirms each subscription. */
const memorySocket: OpenSocket = (_url, listener) => {
  const greeting = { event: 'pusher:connection_established', data: '{"socket_id":"1.1"}' };
  queueMicrotask(() => listener.received(JSON.stringify(greeting)));
  return {
    send(text) {
      const { event, data } = JSON.parse(text);
      if (event !== 'pusher:subscribe') return;
      const answer = { event: 'pusher_internal:subscription_succeeded', channel: data.channel, data: '{}' };
      queueMicrotask(() => listener.received(JSON.stringify(answer)));
    },
    close: () => listener.ended({ code: 1000, reason: '' }),
    drop: () => listener.ended({ code: 1006, reason: '' }),
  };
};

async function cycle(): Promise<void> {
  const own = kind === 'memory' ? { socket: memorySocket } : {};
  const realtime = createRealtimeClient({ key: app.key, host, port, ...own });
  const orders = realtime.subscribe('orders');
  orders.on('paid', () => {});
  await orders.subscribed();
  await realtime.close();
}

async function heap(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

for (let made = 0; made < cycles / 2; made += 1) await cycle();
const before = await heap();
for (let made = 0; made < cycles / 2; made += 1) await cycle();
console.log(((await heap()) - before) / (cycles / 2));
process.exit();
