import { startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import type { Fault } from './recovery-worker.ts';

const faults: readonly (readonly [string, Fault])[] = [
  ['connections are cut', { kind: 'cut' }],
  ['closed with 4200, "at once"', { kind: 'closed', code: 4200 }],
  ['closed with 4100, "after a second"', { kind: 'closed', code: 4100 }],
  ['the server is away for 3 s', { kind: 'away', ms: 3_000 }],
];
const names = ['@org/realtime', 'pusher-js'];

/** Time until events flow again after a fault: the clients of both kinds, side by side. */
export async function measureRecovery(
  progress: Progress,
  { clients = 20, rounds = 5 } = {},
): Promise<Section> {
  await using children = new AsyncDisposableStack();
  const args = (name: string) => ({ args: [name, String(clients)] });
  const workers = await Promise.all(
    names.map(async (name) =>
      children.use(await startChild<readonly number[]>('realtime/recovery-worker.ts', args(name))),
    ),
  );
  const times = names.map(() => faults.map((): number[] => []));
  for (const [at, [title, fault]] of faults.entries())
    for (let round = 1; round <= rounds; round += 1) {
      progress(`recovery: ${title}, round ${round} of ${rounds}`);
      const answers = await Promise.all(workers.map((worker) => worker.ask(fault)));
      for (const [who, answer] of answers.entries()) times[who]?.[at]?.push(...answer);
      // A connection that lasts resets the back-off of both.
      await new Promise((resolve) => setTimeout(resolve, 11_000));
    }
  return {
    title: 'Realtime: time until events flow again, median (slowest tenth)',
    columns: ['client', ...faults.map(([title]) => title)],
    rows: names.map((name, who) => [name, ...faults.map((_fault, at) => figures(times[who]?.[at] ?? []))]),
    data: names.map((name, who) => [name, times[who]]),
  };
}

function figures(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const slow = sorted[Math.floor(sorted.length * 0.9)] ?? Number.NaN;
  return `${median(times).toFixed(0)} ms (${slow.toFixed(0)} ms)`;
}
