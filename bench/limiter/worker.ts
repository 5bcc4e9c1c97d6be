// One limiter in one process, started with --expose-gc: runs one job and responds with one number.
import { setMaxListeners } from 'node:events';
import { type LimiterContender, limiters } from './limiters.ts';

export type Job =
  | { readonly kind: 'acquire' | 'tryAcquire'; readonly forMs: number }
  | { readonly kind: 'wait'; readonly waiters: number };

/** For waiters: bytes of heap each, and microseconds to cancel one; `null` without cancellation. */
export interface Answer {
  readonly perSecond?: number;
  readonly bytesEach?: number;
  readonly cancelMicros?: number | null;
}

const limiter = await limiters[process.argv[2] ?? '']?.();
if (limiter === undefined) throw new Error(`There is no limiter called "${process.argv[2]}".`);

process.on('message', async (job: Job) => {
  if (job.kind === 'wait') process.send?.(await wait(limiter, job.waiters));
  else process.send?.(await (job.kind === 'acquire' ? acquire : tryAcquire)(limiter, job.forMs));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** The time that this thread worked, in milliseconds: another process that is busy does not count. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function acquire({ acquire, release }: LimiterContender, forMs: number): Promise<Answer> {
  const startedAt = performance.now();
  const before = workedMs();
  let calls = 0;
  // Some take a millisecond each, some less than a microsecond.
  for (let batch = 10; performance.now() - startedAt < forMs; batch = Math.min(batch * 2, 10_000)) {
    for (let call = 0; call < batch; call += 1) {
      const permit = await acquire();
      release?.(permit);
    }
    calls += batch;
  }
  return { perSecond: (calls / (workedMs() - before)) * 1_000 };
}

/** The last permit: it keeps the compiler from removing the loop. */
export let taken: unknown;

function tryAcquire({ tryAcquire, release }: LimiterContender, forMs: number): Answer {
  if (tryAcquire === undefined) return {};
  const startedAt = performance.now();
  const before = workedMs();
  let calls = 0;
  for (const batch = 10_000; performance.now() - startedAt < forMs; calls += batch)
    for (let call = 0; call < batch; call += 1) {
      taken = tryAcquire();
      release?.(taken);
    }
  return { perSecond: (calls / (workedMs() - before)) * 1_000 };
}

async function wait({ wait, cannotCancel }: LimiterContender, waiters: number): Promise<Answer> {
  if (wait === undefined) return {};
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const ends: Promise<unknown>[] = new Array(waiters);
  const empty = await heap();
  for (let index = 0; index < waiters; index += 1) ends[index] = wait(controller.signal);
  const bytesEach = ((await heap()) - empty) / waiters;
  if (cannotCancel) return { bytesEach, cancelMicros: null };
  const before = workedMs();
  controller.abort('enough');
  await Promise.allSettled(ends);
  return { bytesEach, cancelMicros: ((workedMs() - before) / waiters) * 1_000 };
}

async function heap(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
