import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRuntime, createServiceClient, noAuth, type ServiceClient } from '../src/index.ts';
import { createWorld, fixedWindow } from './limiter-simulation.ts';

/** A service of so many requests in all, which says no more than Retry-After. */
async function startService(most: number) {
  const counts = { accepted: 0, throttled: 0 };
  const server = createServer((_request, response) => {
    const isAccepted = counts.accepted < most;
    counts[isAccepted ? 'accepted' : 'throttled'] += 1;
    if (isAccepted) response.end('{}');
    else response.writeHead(429, { 'retry-after': '1' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { counts, baseUrl: `http://127.0.0.1:${port}` };
}

const callsOf = (client: ServiceClient, count: number) =>
  Promise.allSettled(Array.from({ length: count }, () => client.request({ method: 'GET', path: '/' })));

describe('C23: a client without options', () => {
  it('completes 200 concurrent calls to a service of 20 a second', async () => {
    const world = createWorld();
    const service = fixedWindow(20, 1_000);
    const counts = { accepted: 0, throttled: 0 };
    let answeredAtMs = 0;
    const fetch = async () => {
      await world.sleep(2);
      const isAccepted = service.admit(1, world.now());
      counts[isAccepted ? 'accepted' : 'throttled'] += 1;
      await world.sleep(2);
      answeredAtMs = world.now();
      return isAccepted
        ? Response.json({})
        : Response.json({}, { status: 429, headers: { 'retry-after': '1' } });
    };
    const runtime = createRuntime({ ...world.runtime, fetch });
    await using client = createServiceClient(
      { name: 'acme', baseUrl: 'https://acme.test', auth: noAuth() },
      { runtime },
    );
    const calls = callsOf(client, 200);
    await world.run();
    const ends = await calls;
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(counts.accepted).toBe(200);
    expect(counts.throttled).toBeLessThanOrEqual(40);
    expect(answeredAtMs).toBeLessThan(1.5 * service.leastMs(200));
  });

  it('has no limiter when it is told so', async () => {
    const { baseUrl, counts } = await startService(20);
    const service = { name: 'acme', baseUrl, auth: noAuth() };
    await using client = createServiceClient(service, { limiter: false, retry: false });
    const ends = await callsOf(client, 100);
    expect(ends.filter(({ status }) => status === 'rejected').length).toBe(80);
    expect(counts).toEqual({ accepted: 20, throttled: 80 });
  });

  it('is not slow with a service that has no limit', async () => {
    const { baseUrl } = await startService(Number.POSITIVE_INFINITY);
    await using client = createServiceClient({ name: 'acme', baseUrl, auth: noAuth() });
    const startedAt = performance.now();
    await callsOf(client, 2_000);
    const learningMs = performance.now() - startedAt;
    await using free = createServiceClient({ name: 'acme', baseUrl, auth: noAuth() }, { limiter: false });
    const freeAt = performance.now();
    await callsOf(free, 2_000);
    expect(learningMs).toBeLessThan(3 * (performance.now() - freeAt) + 1_000);
  });
});
