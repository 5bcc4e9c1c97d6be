// The protocol server in a network namespace of its own. It publishes often. Sends its port and app key; a
// message is a command of `ip` to run there.
import { execFileSync } from 'node:child_process';
import { startSandbox } from '../../../../sandbox/src/index.ts';

const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: 'inherit' });

process.on('message', (command: string) => {
  ip(command);
  process.send?.('done');
});
process.on('disconnect', () => process.exit());
ip('link set lo up');
// Open to the client's namespace.
const { realtime } = await startSandbox({ host: '0.0.0.0', routing: false });
if (realtime === undefined) throw new Error('the sandbox has no realtime service');
setInterval(() => realtime.publish({ channel: 'orders', event: 'tick', data: '0' }), 50);
process.send?.({ port: realtime.port, key: realtime.app.key });
