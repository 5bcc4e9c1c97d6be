import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../../src/testing/index.ts';
import { leftoverOf } from '../leak-run.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

const scenarios = [
  ['watched', 100_000],
  ['retried', 100_000],
  ['aborted', 100_000],
  ['over node:http', 100_000],
] as const;

describe('C10: nothing is left of a call that is watched, retried, aborted or sent over node:http', () => {
  it.each(scenarios)('%s, %i times', async (scenario, calls) => {
    const url = scenario.startsWith('over') ? server.url : '';
    const { bytesPerCall, ...left } = await leftoverOf(scenario, calls, url);
    expect(left).toEqual({ listeners: 0, resources: [], waiting: 0, inFlight: 0, stderr: '' });
    expect(bytesPerCall).toBeLessThan(10);
  });
});
