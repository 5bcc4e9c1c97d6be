// One client in one process: acts in rounds on request, and responds with the CPU time of each act.
import { tasks } from './contenders.ts';

export interface Round {
  readonly inFlight: number;
  readonly count: number;
}

const [task = '', name = '', port = ''] = process.argv.slice(2);
const act = await tasks[task as keyof typeof tasks]?.[name]?.(Number(port));
if (act === undefined) throw new Error(`There is no contender "${name}" of "${task}".`);

process.on('message', async ({ inFlight, count }: Round) => {
  let left = count;
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await act();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / count);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
