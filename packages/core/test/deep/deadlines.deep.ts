import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { untilCalm } from '../../../../test/support/calm.ts';
import { createFetchTransport } from '../../src/http/fetch-transport.ts';
import { createServiceClient, noAuth, type OrgError } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { stallsOver } from '../stalls.ts';

const nodeTransport = createNodeTransport();
beforeEach(untilCalm);
afterAll(() => nodeTransport.close());
const transports = { fetch: createFetchTransport(), 'node:http': nodeTransport, undici: undefined };

const timeoutMs = 500;
const allowedMs = Math.max(50, timeoutMs * 0.05);
const rounds = 3;

const cases = stallsOver(['fetch', 'node:http']);

// The fast suite tests the same decisions on a manual clock; this one uses the platform's clock and timers.
// What a busy machine made late is measured again: it only adds time, and a fault of ours stays.
describe('C8: on the real clock, a time limit ends a call within 50 ms', { retry: 2 }, () => {
  it.each(cases)('over $transport: $stall', async ({ transport, phase, start }) => {
    const lateMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using stall = await start(transport);
      const client = createServiceClient(
        { name: 'acme', baseUrl: stall.baseUrl, auth: noAuth() },
        { transport: stall.transport ?? transports[transport] },
      );
      const startedAt = performance.now();
      // A bare timer beside the call shows how long the machine stood still.
      const bareMs = sleep(timeoutMs).then(() => performance.now() - startedAt);
      const error = await client
        .request({ method: 'GET', path: '/things' }, { timeoutMs, maxAttempts: 1 })
        .catch((thrown: OrgError) => thrown);
      const tookMs = performance.now() - startedAt;
      expect(tookMs - timeoutMs).toBeGreaterThan(-2);
      lateMs.push(tookMs - Math.max(timeoutMs, await bareMs));
      expect(error).toMatchObject({ name: 'TimeoutError', phase });
    }
    // At most as far as a machine with other things to do lets one time in two.
    lateMs.sort((a, b) => a - b);
    expect(lateMs[Math.floor(rounds / 2)]).toBeLessThanOrEqual(allowedMs);
  });
});
