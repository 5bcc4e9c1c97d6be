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

/** Microseconds of CPU time a call, by client and cell. */
type Costs = ReadonlyMap<string, readonly number[]>;

/**
 * CPU time of one request by client, method and calls in flight. A sitting is a new, warmed-up process for
 * each client, with many short rounds in turn. Its figure is the mean over all rounds, because a round has
 * either no garbage collection or a whole one. Ratios are computed within a sitting, and their median
 * counts: a disturbance of the machine affects all clients of one sitting, and each sitting compiles its
 * code anew.
 */
export async function measureHttp(
  progress: Progress,
  { sittings = 3, rounds = 12, calls = 400, warmUp = 3_000, names = Object.keys(contenders) } = {},
): Promise<Section> {
  const all: Costs[] = [];
  for (let sitting = 1; sitting <= sittings; sitting += 1) {
    const tell = (what: string) => progress(`http: sitting ${sitting} of ${sittings}, ${what}`);
    all.push(await sit(names, { rounds, calls, warmUp }, tell));
  }

  const ratio = (name: string, other: string, cell: number) =>
    median(
      all.map((costs) => (costs.get(name)?.[cell] ?? Number.NaN) / (costs.get(other)?.[cell] ?? Number.NaN)),
    );
  const cost = (name: string, cell: number) =>
    median(all.map((costs) => costs.get(name)?.[cell] ?? Number.NaN));
  const onKy = { name: '@org/core on fetch', of: 'ky, same options' };
  return {
    title: 'One HTTP call: CPU time as a multiple of a raw fetch',
    columns: ['client', ...cells.map(({ method, inFlight }) => `${method.toUpperCase()} × ${inFlight}`)],
    rows: [
      ...names.map((name) => [
        name,
        ...cells.map(
          (_, cell) => `${ratio(name, baseline, cell).toFixed(2)} (${cost(name, cell).toFixed(0)} µs)`,
        ),
      ]),
      [`${onKy.name}, of ${onKy.of}`, ...cells.map((_, cell) => ratio(onKy.name, onKy.of, cell).toFixed(2))],
    ],
    data: all.map((costs) => Object.fromEntries(costs)),
  };
}

async function sit(
  names: readonly string[],
  { rounds, calls, warmUp }: { readonly rounds: number; readonly calls: number; readonly warmUp: number },
  tell: (what: string) => void,
): Promise<Costs> {
  await using server = await startChild<number>('http/server.ts');
  const origin = `http://127.0.0.1:${server.first}`;
  await using workers = new AsyncDisposableStack();
  const children = new Map<string, Child<number>>();
  for (const name of names)
    children.set(name, workers.use(await startChild<number>('http/worker.ts', { args: [name, origin] })));

  tell('warming up');
  for (const child of children.values())
    for (const cell of cells) await child.ask({ ...cell, calls: warmUp });
  const costs = new Map<string, number[]>(names.map((name) => [name, cells.map(() => 0)]));
  for (let round = 1; round <= rounds; round += 1) {
    tell(`round ${round} of ${rounds}`);
    for (const [index, cell] of cells.entries())
      for (const [name, child] of children) {
        const sums = costs.get(name);
        if (sums !== undefined)
          sums[index] = (sums[index] ?? 0) + (await child.ask({ ...cell, calls })) / rounds;
      }
  }
  return costs;
}
