import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import { contenders } from './contenders.ts';
import type { Task } from './worker.ts';

const sizes = [100, 1_000];
const baseline = 'ws';
const names = Object.keys(contenders);

type Figures = ReadonlyMap<string, readonly number[]>;

/** CPU time and heap of the clients, as multiples of a bare `ws` that parses the same JSON. */
export async function measureRealtime(
  progress: Progress,
  { sittings = 3, rounds = 5, messages = 40_000, clients = 300 } = {},
): Promise<Section> {
  const all: Figures[] = [];
  for (let sitting = 1; sitting <= sittings; sitting += 1) {
    const tell = (what: string) => progress(`realtime: sitting ${sitting} of ${sittings}, ${what}`);
    all.push(await sit({ rounds, messages, clients }, tell));
  }
  const figure = (name: string, at: number) => median(all.map((figures) => figures.get(name)?.[at] ?? NaN));
  const ratio = (name: string, at: number) =>
    median(all.map((figures) => (figures.get(name)?.[at] ?? NaN) / (figures.get(baseline)?.[at] ?? NaN)));
  const units = [...sizes.map(() => 'µs'), 'µs', 'B', 'ms', 'ms'];
  return {
    title: 'Realtime clients: as a multiple of a bare ws',
    columns: [
      'client',
      ...sizes.map((bytes) => `event of ${bytes} B`),
      'connect, subscribe',
      'heap with 5 channels',
      '5 000 channels',
      '10 000 channels',
    ],
    rows: names.map((name) => [
      name,
      ...units.map((unit, at) => `${ratio(name, at).toFixed(2)} (${figure(name, at).toFixed(1)} ${unit})`),
    ]),
    data: all.map((figures) => Object.fromEntries(figures)),
  };
}

async function sit(
  {
    rounds,
    messages,
    clients,
  }: { readonly rounds: number; readonly messages: number; readonly clients: number },
  tell: (what: string) => void,
): Promise<Figures> {
  await using server = await startChild<number>('realtime/server.ts');
  await using workers = new AsyncDisposableStack();
  const children = new Map<string, Child<number>>();
  for (const name of names) {
    const args = [name, String(server.first)];
    const options = { args, execArgv: ['--expose-gc'] };
    children.set(name, workers.use(await startChild<number>('realtime/worker.ts', options)));
  }
  const figures = new Map<string, number[]>(names.map((name) => [name, []]));
  for (const bytes of sizes) {
    for (const [name, child] of children) await receive(child, server, messages, bytes, name, tell);
    const sums = new Map<string, number>();
    for (let round = 1; round <= rounds; round += 1)
      for (const [name, child] of children)
        sums.set(
          name,
          (sums.get(name) ?? 0) + (await receive(child, server, messages, bytes, name, tell)) / rounds,
        );
    for (const [name, sum] of sums) figures.get(name)?.push(sum);
  }
  const tasks: readonly Task[] = [
    { kind: 'connects', clients },
    { kind: 'connects', clients },
    { kind: 'heap', clients },
    { kind: 'channels', channels: 5_000 },
    { kind: 'channels', channels: 10_000 },
  ];
  for (const [at, task] of tasks.entries())
    for (const [name, child] of children) {
      tell(`${name}: ${task.kind}`);
      const value = await child.ask(task);
      if (at > 0) figures.get(name)?.push(value); // the first warms up
    }
  return figures;
}

/** The worker answers twice: when it is subscribed, and when all events arrived. */
async function receive(
  child: Child<number>,
  server: Child<number>,
  messages: number,
  bytes: number,
  name: string,
  tell: (what: string) => void,
): Promise<number> {
  tell(`${name}: events of ${bytes} B`);
  await child.ask({ kind: 'messages', messages } satisfies Task);
  const [cost] = await Promise.all([child.next(), server.ask({ messages, bytes })]);
  return cost;
}
