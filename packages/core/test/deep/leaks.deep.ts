import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../../src/testing/index.ts';
import { leftoverOf } from '../leak-run.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

describe('C10: nothing is left of many calls', () => {
  // Each has a process of its own, which keeps one core busy.
  it.concurrent.each([
    ['answered', 100_000],
    ['broken', 40_000],
    ['refused', 40_000],
    ['watched', 40_000],
    ['retried', 40_000],
    ['aborted', 40_000],
    ['over node:http', 40_000],
    ['created and closed', 10_000],
    ['over fetch', 10_000],
  ])('%s, %i times', async (scenario, calls) => {
    const url = scenario.startsWith('over') ? server.url : '';
    const { bytesPerCall, ...left } = await leftoverOf(scenario, calls, url);
    expect(left).toEqual({ listeners: 0, resources: [], waiting: 0, inFlight: 0, stderr: '' });
    // Noise of the heap counts ten times as much where there are ten times fewer calls.
    expect(bytesPerCall).toBeLessThan(calls < 40_000 ? 100 : 10);
  });
});
