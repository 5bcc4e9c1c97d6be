// The protocol server in a network namespace of its own. It publishes often. Sends its port and app key; a
// message is a command of `ip` to run there.
import { execFileSync } from 'node:child_process';
import { type AddressInfo, connect, createServer } from 'node:net';
import { startRealtimeService } from '../../../../sandbox/src/realtime/realtime-service.ts';

const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: 'inherit' });

process.on('message', (command: string) => {
  ip(command);
  process.send?.('done');
});
process.on('disconnect', () => process.exit());
ip('link set lo up');
const service = await startRealtimeService();
setInterval(() => service.publish({ channel: 'orders', event: 'tick', data: '0' }), 50);

// The service listens on loopback only.
const door = createServer((client) => {
  const inside = connect(service.port, service.host);
  client.on('error', () => inside.destroy());
  inside.on('error', () => client.destroy());
  client.pipe(inside).pipe(client);
});
door.listen(0, '0.0.0.0', () => {
  process.send?.({ port: (door.address() as AddressInfo).port, key: service.app.key });
});
