import { createRoutingClient } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import { expect, it } from 'vitest';
import { mapManeuver } from '../src/drivers/osrm/maneuvers.ts';
import { scriptedFetch } from './scripted-fetch.ts';

// Source: graphhopper/graphhopper, GHRequest and com.graphhopper.routing.Router: a heading is in [0, 360).
it('every bearing that the door accepts is a heading that GraphHopper accepts', async () => {
  for (const degrees of [0, 0.4, 359.4, 359.5, 359.99, 360]) {
    const { runtime, sent } = scriptedFetch({ status: 400, body: { message: 'No' } });
    const routing = createRoutingClient({
      driver: graphhopper({ apiKey: 'test' }),
      limiter: false,
      retry: false,
      runtime,
      lookUpPlaces: false,
    });
    const waypoints = [{ position: [8, 49], bearing: { degrees } }, [9, 50]] as const;
    await routing.directions({ profile: 'driving', waypoints }).catch(() => undefined);
    const { headings = [] } = (sent[0]?.body ?? {}) as { readonly headings?: readonly number[] };
    expect(headings, `${degrees}`).toHaveLength(1);
    expect(headings[0]).toBeGreaterThanOrEqual(0);
    expect(headings[0]).toBeLessThan(360);
  }
});

// Source: Project-OSRM/osrm-backend, docs/http.md, `exit`; a route that ends in a roundabout leaves by none.
it('a route that ends inside of a roundabout has no exit', () => {
  const wire = { type: 'roundabout', modifier: 'right' };
  expect(mapManeuver({ ...wire, exit: 0 })).not.toHaveProperty('exit');
  expect(mapManeuver({ ...wire, exit: 2 })).toMatchObject({ exit: 2 });
});
