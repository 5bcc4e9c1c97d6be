import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';

/** CPU time of a server for one event that 100 sockets receive. */
export async function measureFanOut(
  progress: Progress,
  { rounds = 15, sockets = 100, count = 50 } = {},
): Promise<Section> {
  await using workers = new AsyncDisposableStack();
  const costs = new Map<string, number[]>();
  const servers = new Map<string, Child<unknown>>();
  let received = 0;
  for (const name of ['bare', 'sandbox']) {
    const server = workers.use(await startChild<unknown>('sandbox/fan-out-server.ts', { args: [name] }));
    servers.set(name, server);
    for (let number = 0; number < sockets; number += 1) {
      const socket = new WebSocket(server.first as string);
      workers.defer(() => socket.terminate());
      await once(socket, 'open');
      socket.send('{"event":"pusher:subscribe","data":{"channel":"orders"}}');
      socket.on('message', (data) => {
        if (String(data).includes('"paid"')) received += 1;
      });
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 500)); // until all are subscribed
  for (let round = -3; round < rounds; round += 1)
    for (const [name, server] of servers) {
      progress(`sandbox: fan-out, round ${round} of ${rounds}`);
      received = 0;
      const cost = (await server.ask(count)) as number;
      while (received < sockets * count) await new Promise((resolve) => setTimeout(resolve, 10));
      if (round >= 0) costs.set(name, [...(costs.get(name) ?? []), cost / count]);
    }
  const [bare, own] = ['bare', 'sandbox'].map((name) => median(costs.get(name) ?? [])) as [number, number];
  return {
    title: 'The sandbox: events to 100 sockets for the CPU time of one of a bare ws server',
    columns: ['of', 'ratio', 'bare server', 'sandbox'],
    rows: [['event', (bare / own).toFixed(2), `${bare.toFixed(0)} µs`, `${own.toFixed(0)} µs`]],
    data: Object.fromEntries(costs),
  };
}
