// One client in one process: makes calls on request, and responds with the CPU time of each, in
// microseconds.
import { contenders, type Task } from './contenders.ts';

export interface Round {
  readonly task: Task;
  readonly calls: number;
}

const [name = '', origin = ''] = process.argv.slice(2);
const contender = await contenders[name]?.(origin);
if (contender === undefined) throw new Error(`There is no contender called "${name}".`);

process.on('message', async ({ task, calls }: Round) => {
  const call = contender[task];
  const before = process.cpuUsage();
  if (call !== undefined) for (let left = calls; left > 0; left -= 1) await call();
  const { user, system } = process.cpuUsage(before);
  process.send?.(call === undefined ? Number.NaN : (user + system) / calls);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
