import { createRoutingClient } from '@org/routing';
import { type OpenrouteserviceServerOptions, openrouteservice } from '@org/routing/openrouteservice';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { directionsAnswer, end, openHosted, start } from './support.ts';

const waypoints = [start, end];

function openServer(options: Partial<OpenrouteserviceServerOptions>, body: unknown = directionsAnswer) {
  const { runtime, sent } = scriptedFetch({ body });
  const driver = openrouteservice({ baseUrl: 'http://localhost:8082/ors', ...options });
  return { sent, routing: createRoutingClient({ driver, limiter: false, runtime }) };
}

describe('profileNames of openrouteservice', () => {
  it('are in the path of every operation of the engine', async () => {
    const { routing, sent } = openServer({ profileNames: { driving: 'electric car' } });
    const profile = 'driving';
    await Promise.allSettled([
      routing.directions({ profile, waypoints }),
      routing.roundTrip({ profile, start, lengthMeters: 1000 }),
      routing.isochrones({ profile, locations: [start], ranges: [300] }),
      routing.matrix({ profile, origins: waypoints }),
      routing.snap({ profile, positions: [start] }),
      routing.exportGraph({ profile, boundingBox: [8.68, 49.41, 8.69, 49.42] }),
      routing.directions({ profile: 'walking', waypoints }),
    ]);
    expect(sent.map(({ url }) => url.pathname.replace('/ors/v2/', '')).sort()).toEqual([
      'directions/electric%20car/json',
      'directions/electric%20car/json',
      'directions/foot-walking/json',
      'export/electric%20car/json',
      'isochrones/electric%20car',
      'matrix/electric%20car',
      'snap/electric%20car/json',
    ]);
  });

  it.each([true, false])('reach public transport, steps: %s', async (steps) => {
    const [route] = directionsAnswer.routes;
    const shared = { instruction: '', name: '', distance: 1, duration: 2 };
    const wireSteps = [11, 14, 15, 16, 10].map((type, index) => ({
      ...shared,
      type,
      way_points: [Math.min(2, index), Math.min(2, index + 1)],
    }));
    const segments = steps ? [{ distance: 5, duration: 10, steps: wireSteps }] : [];
    const legs = [{ type: 'pt', departure_location: 'Süd', distance: 5, duration: 10, geometry: '' }];
    const body = { routes: [{ ...route, segments, legs }] };
    const { routing, sent } = openServer({ profileNames: { walking: 'public-transport' } }, body);
    const { routes } = await routing.directions({
      profile: 'walking',
      waypoints,
      steps,
      providerOptions: { departure: '2026-05-04T08:30:00Z', walking_time: 'PT15M' },
    });
    expect(sent[0]?.url.pathname).toBe('/ors/v2/directions/public-transport/json');
    expect(sent[0]?.body).toMatchObject({ departure: '2026-05-04T08:30:00Z', walking_time: 'PT15M' });
    expect(routes[0].legs.map((leg) => leg.steps.map(({ maneuver }) => maneuver.kind))).toEqual([
      steps ? ['depart', 'transit', 'transit', 'transit', 'arrive'] : [],
    ]);
  });
});

describe('a truck of another kind', () => {
  const vehicle = { heightMeters: 3.2, weightTonnes: 7.5 };
  const providerOptions = { options: { vehicle_type: 'delivery' } };

  it('has sizes too', async () => {
    const { routing, sent } = openHosted([{ body: directionsAnswer }]);
    await routing.directions({ profile: 'truck', waypoints, vehicle, providerOptions });
    expect(sent[0]?.body).toMatchObject({
      options: { vehicle_type: 'delivery', profile_params: { restrictions: { height: 3.2, weight: 7.5 } } },
    });
  });

  it('is not a bus', async () => {
    const { routing, sent } = openHosted([{ body: directionsAnswer }]);
    const call = routing.directions({ profile: 'bus', waypoints, vehicle, providerOptions });
    const path = 'providerOptions.options.vehicle_type';
    expect(await failureOf(call)).toMatchObject({ code: 'invalid-input', issues: [{ path }] });
    expect(sent).toEqual([]);
  });
});
