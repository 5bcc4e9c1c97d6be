import { describe, expect, it } from 'vitest';
import type { OrgError } from '../src/index.ts';
import { createManualRuntime } from '../src/testing/index.ts';
import { answer, callSteadily, clientOf, nestedClients, outages, readThing } from './outage-calls.ts';

// The first second is the worst: the quota is full. The whole minute is in the deep suite.
describe('C2: a service that fails all calls, a thousand in a second', () => {
  it.each(Object.entries(outages))(
    '%s: at most a quarter more requests than calls',
    async (_name, outage) => {
      const runtime = createManualRuntime();
      const { client, count } = clientOf(runtime, outage);
      const errors = await callSteadily(runtime, client, 1);
      expect(errors.length).toBe(1_000);
      expect(count()).toBeGreaterThan(errors.length);
      expect(count() / errors.length).toBeLessThanOrEqual(1.25);
      // Nearly all of them say that it was the quota that kept them from trying again.
      const kept = errors.filter(({ retryRefusal }) => retryRefusal === 'quota');
      expect(kept.length).toBeGreaterThan(900);
    },
  );

  it('behind a client behind a client: at most half more requests than calls', async () => {
    const runtime = createManualRuntime();
    const { inner, outer } = nestedClients(runtime, answer(500));
    const errors = await callSteadily(runtime, outer.client, 1);
    expect(outer.count()).toBeGreaterThan(errors.length);
    expect(inner.count()).toBeGreaterThan(outer.count());
    expect(inner.count() / errors.length).toBeLessThanOrEqual(1.5);
  });

  it('gets three requests a call when there is no quota, so it is the quota that helps', async () => {
    const runtime = createManualRuntime();
    const { client, count } = clientOf(runtime, answer(500), { retry: { quota: false } });
    const errors = await callSteadily(runtime, client, 1);
    expect(count()).toBe(3 * errors.length);
  });
});

it('C2: after an outage, successes pay for retries again', async () => {
  const runtime = createManualRuntime();
  let failing = true;
  const { client, count } = clientOf(runtime, (request) => answer(failing ? 500 : 200)(request));
  await callSteadily(runtime, client, 1);
  failing = false;
  await callSteadily(runtime, client, 1);
  failing = true;
  const before = count();
  const failed = client.execute(readThing, undefined).catch((error: OrgError) => error);
  await runtime.advance(10_000);
  expect(await failed).toMatchObject({ attempts: 3, retryRefusal: 'attempts' });
  expect(count() - before).toBe(3);
});
