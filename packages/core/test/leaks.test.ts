import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../src/testing/index.ts';
import { leftoverOf } from './leak-run.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

// A forgotten listener, the smallest leak of a call, is larger. The deep suite finds smaller ones with more
// calls.
const noticeableBytes = 100;

describe('C10: calls that share one signal and one limiter leave nothing behind', {
  timeout: 120_000,
}, () => {
  it.concurrent.each(['watched', 'refused', 'aborted', 'created and closed', 'over node:http'])(
    '%s',
    async (scenario) => {
      const url = scenario.startsWith('over') ? server.url : '';
      const { bytesPerCall, ...left } = await leftoverOf(scenario, 1_600, url);
      expect(left).toEqual({ listeners: 0, resources: [], waiting: 0, inFlight: 0, stderr: '' });
      expect(bytesPerCall).toBeLessThan(noticeableBytes);
    },
  );
});
