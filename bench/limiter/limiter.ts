import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import { limiters } from './limiters.ts';
import type { Answer } from './worker.ts';

/**
 * Free permits in a second, and the memory and the cost of cancelling a hundred thousand waiters: medians of
 * interleaved rounds.
 */
export async function measureLimiters(progress: Progress): Promise<Section> {
  const rounds = 7;
  const forMs = 100;
  const waiters = 100_000;
  const names = Object.keys(limiters);
  const awaited = new Map<string, number[]>(names.map((name) => [name, []]));
  const atOnce = new Map<string, number[]>(names.map((name) => [name, []]));
  const waits = new Map<string, Answer>();
  {
    await using workers = new AsyncDisposableStack();
    const children = new Map<string, Child<Answer>>();
    for (const name of names) children.set(name, workers.use(await start(name)));
    for (let round = 0; round <= rounds; round += 1) {
      progress(`limiters: round ${round} of ${rounds}`);
      for (const [name, child] of children) {
        const { perSecond = Number.NaN } = await child.ask({ kind: 'acquire', forMs });
        const { perSecond: atOncePerSecond } = await child.ask({ kind: 'tryAcquire', forMs });
        // The first round is for the compiler.
        if (round === 0) continue;
        awaited.get(name)?.push(perSecond);
        if (atOncePerSecond !== undefined) atOnce.get(name)?.push(atOncePerSecond);
      }
    }
  }
  for (const name of names) {
    progress(`limiters: ${waiters} waiters of ${name}`);
    await using child = await start(name);
    waits.set(name, await child.ask({ kind: 'wait', waiters }));
  }
  const rows = names.map((name) => {
    const { bytesEach, cancelMicros } = waits.get(name) ?? {};
    const perSecond = median(awaited.get(name) ?? []);
    const atOncePerSecond = atOnce.get(name)?.length ? median(atOnce.get(name) ?? []) : undefined;
    return { name, perSecond, atOncePerSecond, bytesEach, cancelMicros };
  });
  const peers = rows.filter(({ name }) => !isOurs(name));
  const best = Math.max(...peers.map(({ perSecond }) => perSecond));
  // Each peer in the way that is cheapest for it.
  const bestAtAll = Math.max(best, ...peers.map(({ atOncePerSecond = 0 }) => atOncePerSecond));
  return {
    title: 'Limiters: free permits in a second of CPU time, and 100 000 calls that wait with one signal',
    columns: [
      'limiter',
      'awaited, a second',
      'of the best peer',
      'without a promise',
      'of the best peer of all',
      'bytes a waiter',
      'to cancel one',
    ],
    rows: rows.map(({ name, perSecond, atOncePerSecond, bytesEach, cancelMicros }) => [
      name,
      millions(perSecond),
      (perSecond / best).toFixed(2),
      atOncePerSecond === undefined ? '' : millions(atOncePerSecond),
      atOncePerSecond === undefined ? '' : (atOncePerSecond / bestAtAll).toFixed(2),
      bytesEach === undefined ? '' : bytesEach.toFixed(0),
      cancelMicros === undefined ? '' : cancelMicros === null ? 'cannot' : `${cancelMicros.toFixed(2)} µs`,
    ]),
    data: rows,
  };
}

function millions(count: number): string {
  return `${(count / 1_000_000).toFixed(2)} M`;
}

function start(name: string): Promise<Child<Answer>> {
  return startChild('limiter/worker.ts', { args: [name], execArgv: ['--expose-gc'] });
}

function isOurs(name: string): boolean {
  return name.startsWith('@org/');
}
