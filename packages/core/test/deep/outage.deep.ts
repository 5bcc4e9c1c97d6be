import { describe, expect, it } from 'vitest';
import { createManualRuntime } from '../../src/testing/index.ts';
import { answer, callSteadily, clientOf, nestedClients, outages } from '../outage-calls.ts';

const seconds = 60;

describe('C2: a service that fails all calls, a thousand a second for a minute', () => {
  it.each(Object.entries(outages))(
    '%s: at most a quarter more requests than calls',
    async (_name, outage) => {
      const runtime = createManualRuntime();
      const { client, count } = clientOf(runtime, outage);
      const errors = await callSteadily(runtime, client, seconds);
      expect(errors.length).toBe(seconds * 1_000);
      expect(count() / errors.length).toBeLessThanOrEqual(1.25);
    },
  );

  it('behind a client behind a client: at most half more requests than calls', async () => {
    const runtime = createManualRuntime();
    const { inner, outer } = nestedClients(runtime, answer(500));
    const errors = await callSteadily(runtime, outer.client, seconds);
    expect(inner.count() / errors.length).toBeLessThanOrEqual(1.5);
  });
});
