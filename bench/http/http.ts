import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import { contenders } from './contenders.ts';
import type { Round } from './worker.ts';

const cells = [
  { method: 'get', inFlight: 1 },
  { method: 'get', inFlight: 32 },
  { method: 'post', inFlight: 1 },
  { method: 'post', inFlight: 32 },
] as const satisfies readonly Omit<Round, 'calls'>[];
const baseline = 'fetch';

/** CPU time of one request by client, method and calls in flight: the median of interleaved rounds, each client in its own process. */
export async function measureHttp(
  progress: Progress,
  { rounds = 15, calls = 400, warmUp = 3_000, names = Object.keys(contenders) } = {},
): Promise<Section> {
  await using server = await startChild<number>('http/server.ts');
  const origin = `http://127.0.0.1:${server.first}`;
  await using workers = new AsyncDisposableStack();
  const children = new Map<string, Child<number>>();
  for (const name of names)
    children.set(name, workers.use(await startChild<number>('http/worker.ts', { args: [name, origin] })));

  const costs = new Map<string, number[][]>(names.map((name) => [name, cells.map(() => [])]));
  for (const child of children.values())
    for (const cell of cells) await child.ask({ ...cell, calls: warmUp });
  for (let round = 0; round < rounds; round += 1) {
    progress(`http: round ${round + 1} of ${rounds}`);
    for (const [index, cell] of cells.entries())
      for (const [name, child] of children)
        costs.get(name)?.[index]?.push(await child.ask({ ...cell, calls }));
  }

  const medians = new Map([...costs].map(([name, lists]) => [name, lists.map(median)]));
  const floor = medians.get(baseline) ?? [];
  return {
    title: 'One HTTP call: CPU time as a multiple of a raw fetch',
    columns: ['client', ...cells.map(({ method, inFlight }) => `${method.toUpperCase()} × ${inFlight}`)],
    rows: [...medians].map(([name, costs]) => [
      name,
      ...costs.map(
        (cost, index) => `${(cost / (floor[index] ?? Number.NaN)).toFixed(2)} (${cost.toFixed(0)} µs)`,
      ),
    ]),
    data: Object.fromEntries(medians),
  };
}
