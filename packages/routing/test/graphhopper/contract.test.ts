import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as light from '../../src/drivers/graphhopper/directions.ts';
import * as full from '../../src/drivers/graphhopper/index.ts';
import { graphhopper } from '../../src/drivers/graphhopper/index.ts';
import { createRoutingClient, type Position } from '../../src/index.ts';
import { testEntries } from '../contract-of-entries.ts';
import { corner } from '../town.ts';
import { key } from './open.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const remote: Position = [10.3, 50.3];
let standIn: StandIn;

beforeAll(async () => {
  standIn = await startStandIn(key, remote);
  // The variable moves the hosted service to this machine.
  vi.stubEnv('GRAPHHOPPER_BASE_URL', standIn.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await standIn?.close();
});

for (const [name, plan] of [
  ['one request', 'premium'],
  ['many requests', 'free'],
] as const) {
  testEntries(
    { describe, it, expect },
    {
      name: `graphhopper, hosted, ${name}`,
      full,
      light,
      createDriver: (entry, caps) => entry.graphhopper({ apiKey: key, plan, caps }),
      places: () => ({
        connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
        remote,
      }),
    },
  );
}

describe('graphhopper, hosted', () => {
  it('splits a matrix at the places of the plan, and follows jobs of many cells', async () => {
    const origins = Array.from({ length: 100 }, (_, index) => corner(index % 10, index / 10));
    const split = createRoutingClient({
      driver: graphhopper({ apiKey: key, plan: 'standard', limits: [] }),
      limiter: false,
    });
    const large = await split.matrix({ profile: 'driving', origins });
    expect(large.meta.requests).toBeGreaterThan(1);
    const whole = createRoutingClient({
      driver: graphhopper({ apiKey: key, caps: { matrixPlaces: 200, matrixCells: 10_000 }, limits: [] }),
      limiter: false,
    });
    const job = await whole.matrix({ profile: 'driving', origins });
    expect(job.durationsSeconds).toEqual(large.durationsSeconds);
    await split.close();
    await whole.close();
  });
});
