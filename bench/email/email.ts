import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import { mailers } from './contenders.ts';
import type { Round } from './worker.ts';

const cells = [1, 32] as const;

/** Microseconds of CPU time a mail, by client and mails in flight. */
type Costs = ReadonlyMap<string, readonly number[]>;

/** CPU time of one mail by client and mails in flight, measured in sittings as the HTTP calls are. */
export async function measureEmail(
  progress: Progress,
  { sittings = 3, rounds = 10, mails = 300, warmUp = 2_000, names = Object.keys(mailers) } = {},
): Promise<Section> {
  const all: Costs[] = [];
  for (let sitting = 1; sitting <= sittings; sitting += 1) {
    progress(`email: sitting ${sitting} of ${sittings}`);
    all.push(await sit(names, { rounds, mails, warmUp }));
  }
  const costs = (name: string, cell: number) => all.map((sitting) => sitting.get(name)?.[cell] ?? Number.NaN);
  const ratio = (name: string, cell: number) => {
    const base = costs('ky', cell);
    return median(costs(name, cell).map((cost, sitting) => cost / (base[sitting] ?? Number.NaN)));
  };
  return {
    title: 'One mail: CPU time as a multiple of a bare ky call',
    columns: ['client', ...cells.map((inFlight) => `× ${inFlight}`)],
    rows: names.map((name) => [
      name,
      ...cells.map(
        (_, cell) => `${ratio(name, cell).toFixed(2)} (${median(costs(name, cell)).toFixed(0)} µs)`,
      ),
    ]),
    data: all.map((sitting) => Object.fromEntries(sitting)),
  };
}

async function sit(
  names: readonly string[],
  { rounds, mails, warmUp }: { readonly rounds: number; readonly mails: number; readonly warmUp: number },
): Promise<Costs> {
  await using server = await startChild<readonly [number, number]>('email/server.ts');
  const ports = server.first.map(String);
  await using workers = new AsyncDisposableStack();
  const children = new Map<string, Child<number>>();
  for (const name of names)
    children.set(name, workers.use(await startChild<number>('email/worker.ts', { args: [name, ...ports] })));
  for (const child of children.values())
    for (const inFlight of cells) await child.ask({ inFlight, mails: warmUp } satisfies Round);
  const sums = new Map<string, number[]>(names.map((name) => [name, cells.map(() => 0)]));
  for (let round = 0; round < rounds; round += 1)
    for (const [cell, inFlight] of cells.entries())
      for (const [name, child] of children) {
        const own = sums.get(name);
        const cost = await child.ask({ inFlight, mails } satisfies Round);
        if (own !== undefined) own[cell] = (own[cell] ?? 0) + cost / rounds;
      }
  return sums;
}
