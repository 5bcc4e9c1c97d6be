// Sends each event to all its sockets: `bare` with ws alone, `sandbox` as a channel.
import type { AddressInfo } from 'node:net';
import { startRealtimeService } from '@org/sandbox/realtime';
import { WebSocketServer } from 'ws';

interface Server {
  readonly url: string;
  publish(event: string, data: string): void;
}

const starts: Readonly<Record<string, () => Promise<Server>>> = {
  async bare() {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise<void>((resolve) => server.once('listening', resolve));
    return {
      url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      publish(event, data) {
        const text = JSON.stringify({ event, channel: 'orders', data });
        for (const socket of server.clients) socket.send(text);
      },
    };
  },
  async sandbox() {
    const { port, app, publish } = await startRealtimeService();
    const url = `ws://127.0.0.1:${port}/app/${app.key}?protocol=7`;
    return { url, publish: (event, data) => void publish({ channel: 'orders', event, data }) };
  },
};

const start = starts[process.argv[2] ?? ''];
if (start === undefined) throw new Error(`There is no server "${process.argv[2]}".`);
const { url, publish } = await start();
const cpuTime = () => process.cpuUsage().user + process.cpuUsage().system;
process.on('message', (count: number) => {
  const before = cpuTime();
  for (let number = 0; number < count; number += 1) publish('paid', 'x'.repeat(100));
  // The sockets' buffers are empty after some turns.
  setTimeout(() => process.send?.(cpuTime() - before), 150);
});
process.on('disconnect', () => process.exit());
process.send?.(url);
