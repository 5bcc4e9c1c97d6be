import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import { tasks } from './contenders.ts';
import type { Round } from './worker.ts';

type Task = keyof typeof tasks;

interface Cell {
  readonly what: string;
  readonly task: Task;
  readonly inFlight: number;
  readonly count: number;
}

const cells: readonly Cell[] = [
  { what: 'trigger × 1', task: 'triggers', inFlight: 1, count: 300 },
  { what: 'trigger × 32', task: 'triggers', inFlight: 32, count: 300 },
  { what: 'authorizeChannel', task: 'tokens', inFlight: 1, count: 5_000 },
  { what: 'webhook', task: 'webhooks', inFlight: 1, count: 5_000 },
];

/** Microseconds of CPU time an act, by client. */
type Costs = ReadonlyMap<string, number>;

/**
 * CPU time of a trigger, a token and a webhook, as a multiple of the same by hand with `fetch` and
 * `node:crypto`. Measured in sittings, as the HTTP calls are.
 */
export async function measureRealtimeServer(
  progress: Progress,
  { sittings = 3, rounds = 10 } = {},
): Promise<Section> {
  const all: (readonly Costs[])[] = [];
  for (let sitting = 1; sitting <= sittings; sitting += 1) {
    const measured: Costs[] = [];
    for (const cell of cells) {
      progress(`realtime-server: sitting ${sitting} of ${sittings}, ${cell.what}`);
      measured.push(await sit(cell, rounds));
    }
    all.push(measured);
  }
  const names = [...new Set(Object.values(tasks).flatMap((task) => Object.keys(task)))];
  const shown = (name: string, index: number) => {
    const [base = ''] = Object.keys(tasks[cells[index]?.task ?? 'triggers']);
    const costs = all.flatMap((sitting) => sitting[index]?.get(name) ?? []);
    if (costs.length === 0) return '';
    const ratios = costs.map((cost, sitting) => cost / (all[sitting]?.[index]?.get(base) ?? Number.NaN));
    return `${median(ratios).toFixed(2)} (${median(costs).toFixed(index < 2 ? 0 : 1)} µs)`;
  };
  return {
    title: 'The realtime server: CPU time as a multiple of the same by hand',
    columns: ['client', ...cells.map(({ what }) => what)],
    rows: names.map((name) => [name, ...cells.map((_, index) => shown(name, index))]),
    data: all.map((sitting) => sitting.map((costs) => Object.fromEntries(costs))),
  };
}

async function sit({ task, inFlight, count }: Cell, rounds: number): Promise<Costs> {
  await using server = await startChild<number>('realtime-server/server.ts');
  await using workers = new AsyncDisposableStack();
  const children = new Map<string, Child<number>>();
  for (const name of Object.keys(tasks[task])) {
    const args = [task, name, String(server.first)];
    children.set(name, workers.use(await startChild<number>('realtime-server/worker.ts', { args })));
  }
  for (const child of children.values()) await child.ask({ inFlight, count: count * 4 } satisfies Round);
  const sums = new Map([...children.keys()].map((name) => [name, 0]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, child] of children) {
      const cost = await child.ask({ inFlight, count } satisfies Round);
      sums.set(name, (sums.get(name) ?? 0) + cost / rounds);
    }
  return sums;
}
