// One client in one process: makes rounds of calls on request, and responds with the CPU time of each. Its
// heap and its compiled code contain no other client.
import { type Contender, contenders } from './contenders.ts';

export interface Round {
  readonly method: keyof Contender;
  readonly inFlight: number;
  readonly calls: number;
}

const [name = '', origin = ''] = process.argv.slice(2);
const contender = await contenders[name]?.(origin);
if (contender === undefined) throw new Error(`There is no contender called "${name}".`);

process.on('message', async ({ method, inFlight, calls }: Round) => {
  let left = calls;
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await contender[method]();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / calls);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
