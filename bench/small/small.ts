import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import { type Task, tasks } from './contenders.ts';
import type { Round } from './worker.ts';

const columns = { get: 'GET', mail: 'one mail', directions: 'directions' } as const;
const inFlight = 32;

/** Microseconds of CPU time a call, by client. */
type Costs = ReadonlyMap<string, number>;

/**
 * CPU time of the smallest calls of core, email and routing, 32 in flight, as a multiple of the same request
 * by a raw `fetch`. Measured in sittings, as the HTTP calls are.
 */
export async function measureSmall(
  progress: Progress,
  { sittings = 3, rounds = 12, calls = 400, warmUp = 3_000, only = '' } = {},
): Promise<Section> {
  const all = new Map<Task, Costs[]>();
  for (const task of Object.keys(columns) as Task[])
    for (let sitting = 1; sitting <= sittings; sitting += 1) {
      progress(`small: ${columns[task]}, sitting ${sitting} of ${sittings}`);
      const names = Object.keys(tasks[task]).filter((name) => name === 'fetch' || name.includes(only));
      all.set(task, [...(all.get(task) ?? []), await sit(task, names, { rounds, calls, warmUp })]);
    }
  const shown = (name: string, task: Task) => {
    const costs = (all.get(task) ?? []).filter((sitting) => sitting.has(name));
    if (costs.length === 0) return '';
    const at = (sitting: Costs, client: string) => sitting.get(client) ?? Number.NaN;
    const ratio = median(costs.map((sitting) => at(sitting, name) / at(sitting, 'fetch')));
    return `${ratio.toFixed(2)} (${median(costs.map((sitting) => at(sitting, name))).toFixed(0)} µs)`;
  };
  const names = [...new Set([...all.values()].flat().flatMap((sitting) => [...sitting.keys()]))];
  return {
    title: 'A small call: CPU time as a multiple of a raw fetch, 32 in flight',
    columns: ['client', ...Object.values(columns)],
    rows: names.map((name) => [name, ...Object.keys(columns).map((task) => shown(name, task as Task))]),
    data: Object.fromEntries([...all].map(([task, costs]) => [task, costs.map(Object.fromEntries)])),
  };
}

async function sit(
  task: Task,
  names: readonly string[],
  { rounds, calls, warmUp }: { readonly rounds: number; readonly calls: number; readonly warmUp: number },
): Promise<Costs> {
  await using server = await startChild<number>('small/server.ts');
  await using workers = new AsyncDisposableStack();
  const children = new Map<string, Child<number>>();
  for (const name of names) {
    const args = [task, name, `http://127.0.0.1:${server.first}`];
    children.set(name, workers.use(await startChild<number>('small/worker.ts', { args })));
  }
  for (const child of children.values()) await child.ask({ inFlight, calls: warmUp } satisfies Round);
  const sums = new Map(names.map((name) => [name, 0]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, child] of children) {
      const cost = await child.ask({ inFlight, calls } satisfies Round);
      sums.set(name, (sums.get(name) ?? 0) + cost / rounds);
    }
  return sums;
}
