// What signs say, in the form of each engine.
import { createRoutingClient, type DirectionsResult, encodePolyline } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { scriptedFetch } from './scripted-fetch.ts';

const waypoints = [
  [8.68, 49.41],
  [8.69, 49.42],
] as const;
const line = (precision: 5 | 6) => encodePolyline(waypoints, { precision });

async function firstStep(driver: Parameters<typeof createRoutingClient>[0]['driver'], body: object) {
  const { runtime } = scriptedFetch({ body });
  const routing = createRoutingClient({ driver, limiter: false, runtime }) as unknown as {
    directions(request: object): Promise<DirectionsResult>;
  };
  const { routes } = await routing.directions({ profile: 'driving', waypoints });
  return routes[0].legs[0]?.steps[0];
}

describe('Step.sign', () => {
  // The form of destinations and exits as in Project-OSRM/osrm-backend, features/guidance (2026-11).
  it.each<[object, object | undefined]>([
    [{}, undefined],
    [{ destinations: 'Heidelberg, Mannheim' }, { destinations: ['Heidelberg', 'Mannheim'] }],
    [
      { destinations: 'A 5, A 6: Heidelberg', exits: '37;37A', ref: 'B 37', driving_side: 'right' },
      {
        destinations: ['Heidelberg'],
        exits: ['37', '37A'],
        refs: ['B 37', 'A 5', 'A 6'],
        drivingSide: 'right',
      },
    ],
    [{ junction_name: 'Kreuz', destinations: '' }, { junctionName: 'Kreuz' }],
  ])('R3: OSRM %j', async (fields, sign) => {
    const totals = { distance: 1326, duration: 100 };
    const step = (type: string, more: object) => ({
      ...totals,
      geometry: line(6),
      name: '',
      mode: 'driving',
      maneuver: { type, location: waypoints[0] },
      ...more,
    });
    const arrive = {
      ...step('arrive', { distance: 0, duration: 0 }),
      geometry: encodePolyline(waypoints.slice(1), { precision: 6 }),
    };
    const legs = [{ ...totals, steps: [step('depart', fields), arrive] }];
    const places = waypoints.map((location) => ({ location, name: '' }));
    const body = { code: 'Ok', routes: [{ ...totals, geometry: line(6), legs }], waypoints: places };
    expect((await firstStep(osrm({ baseUrl: 'http://localhost:5000' }), body))?.sign).toEqual(sign);
  });

  it('R3: Valhalla', async () => {
    const sign = {
      exit_number_elements: [{ text: '37' }],
      exit_branch_elements: [{ text: 'A 5', is_route_number: true }],
      exit_toward_elements: [{ text: 'Heidelberg' }, { text: 'Mannheim', consecutive_count: 1 }],
      exit_name_elements: [{ text: 'Kreuz' }],
    };
    const summary = { time: 100, length: 1.326 };
    const maneuver = { type: 20, time: 100, length: 1.326, begin_shape_index: 0, end_shape_index: 1, sign };
    const trip = { legs: [{ summary, shape: line(6), maneuvers: [maneuver] }], summary, units: 'kilometers' };
    const step = await firstStep(valhalla({ baseUrl: 'http://localhost:8002' }), { trip });
    expect(step?.sign).toEqual({
      exits: ['37'],
      refs: ['A 5'],
      destinations: ['Heidelberg', 'Mannheim'],
      junctionName: 'Kreuz',
    });
  });

  it('R3: GraphHopper', async () => {
    const totals = { distance: 1326, time: 100_000 };
    const signs = {
      street_ref: 'B 37',
      street_destination: 'Heidelberg, Mannheim',
      street_destination_ref: 'A 5;A 6',
      motorway_junction: 'Kreuz',
    };
    const instructions = [
      { ...totals, sign: 0, interval: [0, 1], text: 'Continue', ...signs },
      { distance: 0, time: 0, sign: 4, interval: [1, 1], text: 'Arrive' },
    ];
    const path = { ...totals, points: line(5), instructions, snapped_waypoints: line(5) };
    const step = await firstStep(graphhopper({ apiKey: 'key' }), { paths: [path] });
    expect(step?.sign).toEqual({
      refs: ['B 37', 'A 5', 'A 6'],
      destinations: ['Heidelberg', 'Mannheim'],
      junctionName: 'Kreuz',
    });
  });

  it('R3: openrouteservice has none, and the place of a maneuver with maneuvers: true', async () => {
    const totals = { distance: 1326, duration: 100 };
    const step = { ...totals, type: 11, way_points: [0, 1], maneuver: { location: [8.68, 49.41] } };
    const route = {
      summary: totals,
      segments: [{ ...totals, steps: [step] }],
      geometry: line(5),
      way_points: [0, 1],
    };
    const found = await firstStep(openrouteservice({ apiKey: 'key' }), { routes: [route] });
    expect([found?.sign, found?.maneuver.position]).toEqual([undefined, [8.68, 49.41]]);
  });
});
