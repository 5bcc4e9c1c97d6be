import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import { contenders } from './contenders.ts';
import type { Round } from './worker.ts';

const rounds = [
  { task: 'directions', calls: 400 },
  { task: 'matrix', calls: 6 },
  { task: 'table', calls: 6 },
  { task: 'lines', calls: 6 },
] as const satisfies readonly Round[];
const baseline = 'fetch';

/** Microseconds of CPU time a call, by client and task. */
type Costs = ReadonlyMap<string, readonly number[]>;

/**
 * CPU time of one call, by client and task, as a multiple of a raw fetch with `JSON.parse`. A sitting is a
 * new, warmed-up process for each client; ratios are computed within a sitting, and their median counts.
 */
export async function measureRouting(
  progress: Progress,
  { sittings = 3, turns = 6, names = Object.keys(contenders) } = {},
): Promise<Section> {
  const all: Costs[] = [];
  for (let sitting = 1; sitting <= sittings; sitting += 1) {
    progress(`routing: sitting ${sitting} of ${sittings}`);
    all.push(await sit(names, turns));
  }
  const at = (costs: Costs, name: string, task: number) => costs.get(name)?.[task] ?? Number.NaN;
  const cell = (name: string, task: number) => {
    const ratio = median(all.map((costs) => at(costs, name, task) / at(costs, baseline, task)));
    const cost = median(all.map((costs) => at(costs, name, task)));
    return Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)} (${format(cost)})`;
  };
  return {
    title: 'Routing: CPU time as a multiple of a raw fetch with JSON.parse',
    columns: ['client', 'small directions', '560 × 560 matrix, read', '7 MB of numbers', '5 MB of GeoJSON'],
    rows: names.map((name) => [name, ...rounds.map((_, task) => cell(name, task))]),
    data: all.map((costs) => Object.fromEntries(costs)),
  };
}

function format(microseconds: number): string {
  return microseconds < 10_000 ? `${microseconds.toFixed(0)} µs` : `${(microseconds / 1_000).toFixed(0)} ms`;
}

async function sit(names: readonly string[], turns: number): Promise<Costs> {
  await using server = await startChild<number>('routing/server.ts');
  const origin = `http://127.0.0.1:${server.first}`;
  await using workers = new AsyncDisposableStack();
  const children = new Map<string, Child<number>>();
  for (const name of names)
    children.set(name, workers.use(await startChild<number>('routing/worker.ts', { args: [name, origin] })));
  for (const child of children.values()) for (const round of rounds) await child.ask(round);
  const costs = new Map<string, number[]>(names.map((name) => [name, rounds.map(() => 0)]));
  for (let turn = 0; turn < turns; turn += 1)
    for (const [task, round] of rounds.entries())
      for (const [name, child] of children) {
        const sums = costs.get(name);
        if (sums !== undefined) sums[task] = (sums[task] ?? 0) + (await child.ask(round)) / turns;
      }
  return costs;
}
