// A client in a network namespace, a service in another one, and a link between them that loses packets.
// Start with `unshare --map-root-user --net`. Usage: client-process.ts activityTimeoutMs pongTimeoutMs;
// prints, as JSON, the loss of each kind: the milliseconds from the last event until it was found, how many
// of them the machine stood still, and the report.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { lengthOf, noteStandstills } from '../../../../../test/support/standstills.ts';
import { createRealtimeClient } from '../../../src/index.ts';

const [activityTimeoutMs, pongTimeoutMs] = process.argv.slice(2).map(Number);
const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: 'inherit' });

ip('link add near type veth peer name far');
const service = fork(new URL('service-process.ts', import.meta.url), {
  execPath: 'unshare',
  execArgv: ['--net', process.execPath, '--conditions=@org/source', '--disable-warning=ExperimentalWarning'],
});
const [{ port, key }] = await once(service, 'message');
ip(`link set far netns ${service.pid}`);
ip('address add 10.9.0.1/24 dev near');
ip('link set near up');

async function atService(command: string): Promise<void> {
  service.send(command);
  await once(service, 'message');
}

await atService('address add 10.9.0.2/24 dev far');
await atService('link set far up');

const realtime = createRealtimeClient({
  ...{ key, port, host: '10.9.0.2', useTls: false, activityTimeoutMs, pongTimeoutMs },
  reconnect: { baseMs: 50, capMs: 200 },
});
const orders = realtime.subscribe('orders');
const takeStandstills = noteStandstills();
let ticks = 0;
let heardAtMs = 0;
orders.on('tick', () => {
  ticks += 1;
  heardAtMs = performance.now();
  takeStandstills();
});

/** Loses packets, and waits for the report. */
async function lose(start: string, end: readonly string[]) {
  await orders.subscribed();
  const before = ticks;
  while (ticks === before) await new Promise((resolve) => setTimeout(resolve, 10));
  let off = () => {};
  const lost = new Promise<string | undefined>((resolve) => {
    off = realtime.on('state', ({ state, error }) => {
      if (state === 'reconnecting') resolve(error?.message);
    });
  });
  await atService(start);
  const message = await lost;
  const ms = performance.now() - heardAtMs;
  const stoodMs = lengthOf(takeStandstills());
  off();
  for (const command of end) await atService(command);
  return { ms, stoodMs, message };
}

const oneWay = await lose('route add blackhole 10.9.0.1/32', ['route del blackhole 10.9.0.1/32']);
const bothWays = await lose('link set far down', ['link set far up']);
await orders.subscribed();
console.log(JSON.stringify({ oneWay, bothWays }));
process.exit();
