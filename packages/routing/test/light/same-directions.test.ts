import { describe, expect, it } from 'vitest';
import { startOsrm } from '../../../../test/examples/osrm-stand-in.ts';
import { startScriptedService } from '../../../email/test/light/scripted-service.ts';
import { type Pair, pairs } from './pairs.ts';
import { endOf, options, testSameDirections, withoutPort } from './same-directions.ts';

const profile = 'driving';

testSameDirections({ describe, it, expect }, startScriptedService);

describe('requests in parts, and look-ups', () => {
  async function requestsOf(open: Pair['full'], waypoints: readonly (readonly number[])[]) {
    using server = await startOsrm();
    const routing = open(server.url, { ...options(), maxParallelParts: 1 });
    const end = await endOf(routing.directions({ profile, waypoints } as never));
    await routing.close();
    return withoutPort(server.url, { end, requests: server.requests });
  }

  const { osrm } = pairs as { readonly osrm: Pair };
  const along = (count: number) => Array.from({ length: count }, (_, at) => [10 + at * 0.00005, 50]);

  it('more waypoints than one request takes', async () => {
    const full = await requestsOf(osrm.full, along(300));
    expect(full.requests.length).toBeGreaterThan(1);
    expect(full.end).toMatchObject({ result: { meta: { requests: full.requests.length } } });
    expect(await requestsOf(osrm.light, along(300))).toEqual(full);
  });

  it('the waypoint without a road is looked up', async () => {
    const full = await requestsOf(osrm.full, [
      [10, 50],
      [10.3, 50.3],
    ]);
    expect(full.requests.length).toBeGreaterThan(1);
    expect(full.end).toMatchObject({ code: 'point-not-found', pointIndex: 1 });
    expect(
      await requestsOf(osrm.light, [
        [10, 50],
        [10.3, 50.3],
      ]),
    ).toEqual(full);
  });
});
