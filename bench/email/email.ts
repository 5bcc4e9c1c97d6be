import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import { mailers } from './contenders.ts';
import type { Cost, Round } from './worker.ts';

const cells = [1, 32] as const;

/** The cost of a mail, by client and mails in flight. */
type Costs = ReadonlyMap<string, readonly Cost[]>;

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
  const costs = (name: string, cell: number) =>
    all.map((sitting) => sitting.get(name)?.[cell]?.cpu ?? Number.NaN);
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

/** Mails a second and their CPU time over SMTP, as multiples of a nodemailer pool of the same size. */
export async function measureSmtp(
  progress: Progress,
  { sittings = 5, rounds = 20, mails = 400, warmUp = 2_000 } = {},
): Promise<Section> {
  const [base, own] = ['nodemailer, pooled', '@org/email, smtp'] as const;
  const all: Costs[] = [];
  for (let sitting = 1; sitting <= sittings; sitting += 1) {
    progress(`smtp: sitting ${sitting} of ${sittings}`);
    all.push(await sit([base, own], { rounds, mails, warmUp }));
  }
  const ratio = (name: string, cell: number, of: (cost: Cost, unit: Cost) => number) =>
    median(
      all.map((sitting) => {
        const [cost, unit] = [sitting.get(name)?.[cell], sitting.get(base)?.[cell]];
        return cost && unit ? of(cost, unit) : Number.NaN;
      }),
    ).toFixed(2);
  return {
    title: 'Mails over SMTP, as multiples of a nodemailer pool',
    columns: ['client', ...cells.flatMap((inFlight) => [`rate × ${inFlight}`, `CPU × ${inFlight}`])],
    rows: [base, own].map((name) => [
      name,
      ...cells.flatMap((_, cell) => [
        ratio(name, cell, (cost, unit) => unit.clock / cost.clock),
        ratio(name, cell, (cost, unit) => cost.cpu / unit.cpu),
      ]),
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
  const children = new Map<string, Child<Cost>>();
  for (const name of names)
    children.set(name, workers.use(await startChild<Cost>('email/worker.ts', { args: [name, ...ports] })));
  for (const child of children.values())
    for (const inFlight of cells) await child.ask({ inFlight, mails: warmUp } satisfies Round);
  const sums = new Map<string, Cost[]>(names.map((name) => [name, cells.map(() => ({ cpu: 0, clock: 0 }))]));
  for (let round = 0; round < rounds; round += 1)
    for (const [cell, inFlight] of cells.entries())
      for (const [name, child] of children) {
        const own = sums.get(name);
        const { cpu, clock } = await child.ask({ inFlight, mails } satisfies Round);
        const sum = own?.[cell];
        if (own === undefined || sum === undefined) continue;
        own[cell] = { cpu: sum.cpu + cpu / rounds, clock: sum.clock + clock / rounds };
      }
  return sums;
}
