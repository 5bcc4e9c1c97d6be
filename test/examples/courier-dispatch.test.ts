// The server of examples/courier without its page: who rides, and what the page is told.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../packages/sandbox/src/index.ts';
import { createTown } from '../../packages/sandbox/src/maps.ts';

describe('the dispatch of examples/courier', () => {
  let sandbox: Sandbox;
  let dispatch: typeof import('../../examples/courier/server/dispatch.ts');
  beforeAll(async () => {
    sandbox = await startSandbox();
    for (const [name, value] of Object.entries(sandbox.env)) vi.stubEnv(name, value);
    dispatch = await import('../../examples/courier/server/dispatch.ts');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await sandbox?.close();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    sandbox.reset();
  });

  /** Ben stands there, and Cleo near by: a ride takes seconds at most. */
  const orderNearBen = () => dispatch.order('School', [10.0126, 50.009], 'bob@example.com');
  const events = (name: string) =>
    (sandbox.realtime?.recentEvents ?? [])
      .filter(({ event }) => event === name)
      .map(({ preview = '' }) => preview);

  it('sends two couriers for two orders at once, and tells of their mail', async () => {
    await Promise.all([orderNearBen(), orderNearBen()]);
    const couriers = events('started').map((text) => /"courier":"(\w+)"/.exec(text)?.[1]);
    expect(couriers.toSorted()).toEqual(['Ben', 'Cleo']);
    await expect.poll(() => events('mailed').length, { timeout: 20_000 }).toBe(2);
    expect(sandbox.mail?.mailbox.list()).toHaveLength(2);
  });

  it('tells of no mail that failed', async () => {
    const failed = vi.spyOn(console, 'error').mockReturnValue();
    sandbox.faults.add({ service: 'mail', status: 422, count: 'always' });
    await orderNearBen();
    await expect.poll(() => failed.mock.calls.length, { timeout: 20_000 }).toBe(1);
    expect([events('arrived').length, events('mailed')]).toEqual([1, []]);
  });

  // There are three couriers.
  it('frees the courier of an order that failed', async () => {
    // No bridge leads there.
    const { position } = createTown().places.find(({ name }) => name === 'Heron House') ?? {};
    const [lon = 0, lat = 0] = position ?? [];
    for (let count = 0; count < 4; count += 1)
      await expect(dispatch.order('Heron House', [lon, lat], 'bob@example.com')).rejects.toMatchObject({
        provider: 'valhalla',
      });
  });

  it('frees the courier of a ride that failed', async () => {
    const failed = vi.spyOn(console, 'error').mockReturnValue();
    for (let count = 1; count <= 4; count += 1) {
      // The second event of an order is of its ride.
      sandbox.faults.add({ service: 'realtime', status: 400, nth: 2, match: { path: '*/events' } });
      await orderNearBen();
      await expect.poll(() => failed.mock.calls.length).toBe(count);
    }
  });
});
