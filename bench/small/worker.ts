// One client with one kind of call in one process: makes rounds of calls on request, and responds with the
// CPU time of each.
import { type Task, tasks } from './contenders.ts';

export interface Round {
  readonly inFlight: number;
  readonly calls: number;
}

const [task = '', name = '', origin = ''] = process.argv.slice(2);
const call = await tasks[task as Task]?.[name]?.(origin);
if (call === undefined) throw new Error(`There is no client "${name}" for "${task}".`);

process.on('message', async ({ inFlight, calls }: Round) => {
  let left = calls;
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await call();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / calls);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
