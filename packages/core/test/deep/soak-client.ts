// A program under load, measured from inside.
// Usage: soak-client.ts <url> <fetch or node> <calls a second> <seconds>
// Needs --expose-gc. Prints one line of JSON.
import { machinePace } from '../../../../test/support/machine-pace.ts';
import { createFetchTransport } from '../../src/http/fetch-transport.ts';
import { createServiceClient, defineOperation, noAuth } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';

const [baseUrl = '', transport = 'fetch', perSecond = '100', seconds = '10'] = process.argv.slice(2);
const { gc } = globalThis as { gc?: () => void };
if (gc === undefined) throw new Error('Run with --expose-gc.');

const readThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: (query: { readonly afterMs?: number; readonly failEvery?: number }) => ({
    method: 'GET',
    path: '/things/1',
    query,
  }),
  decode: (answer) => answer.json(),
});

const client = createServiceClient(
  { name: 'acme', baseUrl, auth: noAuth() },
  { transport: transport === 'node' ? createNodeTransport() : createFetchTransport() },
);
const mebibyte = 2 ** 20;
let peakRss = 0;
const watch = setInterval(() => {
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
}, 20);

const measured = await steady(Number(perSecond), Number(seconds));
clearInterval(watch);
await client.close();
process.stdout.write(`${JSON.stringify({ ...measured, peakRssMiB: peakRss / mebibyte })}\n`, () =>
  process.exit(0),
);

/**
 * Calls at a steady rate, every second one of them through the pipeline and the others bare, over the same
 * kind of connection. Every 50th answer is a failure that the pipeline repeats; those are not measured.
 */
async function steady(perSecond: number, forSeconds: number) {
  const bare = bareCall();
  const heaps: { readonly calls: number; readonly bytes: number }[] = [];
  /** The additional time of calls through the pipeline, for each second: median and 99th percentile. */
  const overheads: { readonly p50: number; readonly p99: number }[] = [];
  let calls = 0;
  let failed = 0;
  const time = async (call: () => Promise<unknown>, into: number[] | undefined) => {
    const startedAt = performance.now();
    try {
      await call();
      into?.push(performance.now() - startedAt);
    } catch {
      if (into !== undefined) failed += 1;
    }
  };
  const running = new Set<Promise<void>>();
  const add = (work: Promise<void>) => {
    running.add(work);
    work.finally(() => running.delete(work));
  };
  for (let second = -2; second < forSeconds; second += 1) {
    const segment = { pipeline: [] as number[], bare: [] as number[] };
    const startedAt = performance.now();
    for (let sent = 0; sent < perSecond; sent += 1) {
      const dueMs = (sent * 1_000) / perSecond;
      const now = performance.now() - startedAt;
      if (dueMs > now) await new Promise((resolve) => setTimeout(resolve, dueMs - now));
      calls += 1;
      if (sent % 50 === 49) add(time(() => client.execute(readThing, { failEvery: 2 }), undefined));
      else if (sent % 2 === 0) add(time(() => client.execute(readThing, { afterMs: 1 }), segment.pipeline));
      else add(time(() => bare('/things/1?afterMs=1'), segment.bare));
    }
    await Promise.all(running);
    // The first two seconds warm up.
    if (second < 0) continue;
    const overhead = (share: number) => quantile(segment.pipeline, share) - quantile(segment.bare, share);
    overheads.push({ p50: overhead(0.5), p99: overhead(0.99) });
    if (second % 2 === 1 || second === forSeconds - 1) {
      gc?.();
      heaps.push({ calls, bytes: process.memoryUsage().heapUsed });
    }
  }
  const pace = machinePace();
  // Of all seconds the quietest quarter counts: what else runs on the machine is not ours.
  const quiet = (name: 'p50' | 'p99') =>
    quantile(
      overheads.map((second) => second[name]),
      0.25,
    ) / pace;
  return {
    calls,
    failed,
    grownMiB: (slope(heaps) * calls) / mebibyte,
    heapMiB: (heaps.at(-1)?.bytes ?? 0) / mebibyte,
    p50OverheadMs: quiet('p50'),
    p99OverheadMs: quiet('p99'),
  };
}

/** The same request without the pipeline. */
function bareCall(): (path: string) => Promise<unknown> {
  if (transport !== 'node') return async (path) => (await fetch(baseUrl + path)).json();
  const send = createNodeTransport();
  const runtime = { fetch, now: Date.now } as never;
  return async (path) => {
    const { signal } = new AbortController();
    const request = { url: new URL(baseUrl + path), method: 'GET', headers: new Headers(), signal, runtime };
    return (await send({ ...request, maxResponseBytes: mebibyte })).json();
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Least squares. */
function slope(points: readonly { readonly calls: number; readonly bytes: number }[]): number {
  const mean = (pick: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const meanCalls = mean(({ calls }) => calls);
  const meanBytes = mean(({ bytes }) => bytes);
  const covariance = mean(({ calls, bytes }) => (calls - meanCalls) * (bytes - meanBytes));
  return covariance / mean(({ calls }) => (calls - meanCalls) ** 2);
}
