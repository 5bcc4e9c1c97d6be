// One client in one process, started with --expose-gc. Responds with CPU time, or with bytes of the heap.
import { contenders } from './contenders.ts';

export type Task =
  /** Waits for events; microseconds of CPU time an event. */
  | { readonly kind: 'messages'; readonly messages: number }
  /** Connects and subscribes to one channel, one client after the other; microseconds of CPU time each. */
  | { readonly kind: 'connects'; readonly clients: number }
  /** Bytes of the JavaScript heap for each client with five channels. */
  | { readonly kind: 'heap'; readonly clients: number }
  /** One client with many channels: milliseconds until all are subscribed. */
  | { readonly kind: 'channels'; readonly channels: number };

const [name = '', port = ''] = process.argv.slice(2);
const open = await contenders[name]?.();
if (open === undefined) throw new Error(`There is no contender called "${name}".`);
const connect = open;

const tasks: { [Kind in Task['kind']]: (task: Extract<Task, { kind: Kind }>) => Promise<number> } = {
  async messages({ messages }) {
    let resolve = () => {};
    const promise = new Promise<void>((settle) => {
      resolve = settle;
    });
    let before = process.cpuUsage();
    let received = 0;
    const client = await connect(Number(port), 1, () => {
      received += 1;
      if (received === 1) before = process.cpuUsage();
      if (received === messages) resolve();
    });
    process.send?.(0);
    await promise;
    const { user, system } = process.cpuUsage(before);
    await client.close();
    return (user + system) / messages;
  },
  async connects({ clients }) {
    let spent = 0;
    for (let made = 0; made < clients; made += 1) {
      const before = process.cpuUsage();
      const client = await connect(Number(port), 1, () => {});
      const { user, system } = process.cpuUsage(before);
      spent += user + system;
      await client.close();
    }
    return spent / clients;
  },
  async heap({ clients }) {
    const first = await connect(Number(port), 5, () => {});
    const before = await heap();
    const all = await Promise.all(Array.from({ length: clients }, () => connect(Number(port), 5, () => {})));
    const after = await heap();
    for (const client of [first, ...all]) await client.close();
    return (after - before) / clients;
  },
  async channels({ channels }) {
    const started = performance.now();
    const client = await connect(Number(port), channels, () => {});
    const elapsed = performance.now() - started;
    await client.close();
    return elapsed;
  },
};

async function heap(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

process.on('message', async (task: Task) => {
  process.send?.(await tasks[task.kind](task as never));
});
process.on('disconnect', () => process.exit());
process.send?.(0);
