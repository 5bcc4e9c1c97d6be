import { expect, it, onTestFinished } from 'vitest';
import { createRealtimeClient, type RealtimeClient } from '../../src/index.ts';
import { type ServiceProcess, startServiceProcess } from './start-service-process.ts';

const clients = 1_000;
const kills = 10;
const backWithinMs = 60_000;

/** The largest share of the times in any 100 ms. */
function largestShare(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [last, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= 100) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most / clients;
}

async function allConnected(all: readonly RealtimeClient[], withinMs: number): Promise<number> {
  const startedMs = performance.now();
  while (all.some(({ state }) => state !== 'connected')) {
    if (performance.now() - startedMs > withinMs) return Infinity;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - startedMs;
}

it('W1: a thousand clients come back after ten kills of the server, spread over time', async () => {
  let service: ServiceProcess = await startServiceProcess();
  onTestFinished(() => service.kill());
  const { host, port, key } = service;
  // The times that the clients choose. A thousand clients in one process start late, in groups, while that
  // process handles their losses; a thousand machines do not.
  let attempts: number[] = [];
  const all = Array.from({ length: clients }, () => {
    const realtime = createRealtimeClient({ key, host, port, reconnect: { stableAfterMs: 500 } });
    realtime.on('state', ({ retryInMs }) => {
      if (retryInMs !== undefined) attempts.push(performance.now() + retryInMs);
    });
    return realtime;
  });
  onTestFinished(async () => {
    await Promise.all(all.map((realtime) => realtime.close()));
  });
  for (const realtime of all) {
    realtime.subscribe('orders');
    await realtime.connect();
  }
  const shares: number[] = [];
  const waits: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // stable again
    attempts = [];
    await service.kill();
    service = await startServiceProcess({ port });
    waits.push(await allConnected(all, backWithinMs));
    shares.push(largestShare(attempts));
  }
  console.log('W1: largest share in 100 ms', shares, 'ms until all were back', waits.map(Math.round));
  expect(Math.max(...waits)).toBeLessThan(backWithinMs);
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.1);
});
