import { describe, expect, it } from 'vitest';
import { corner } from '../town.ts';
import { open, recording, shown } from './open.ts';

const profile = 'driving';

/** The request that the driver makes now is the one that the engine answered. */
function replay(name: string, options: Parameters<typeof open>[1] = {}) {
  const { request, status, body } = recording(name);
  const { routing, sent } = open([{ status, body }], options);
  return { routing, expectSameRequest: () => expect(shown(sent[0]?.url)).toBe(request) };
}

describe('exchanges with osrm-routed 26.10', () => {
  it('a route over a roundabout', async () => {
    const { routing, expectSameRequest } = replay('route over the roundabout');
    const { routes, waypoints, meta } = await routing.directions({
      profile,
      waypoints: [corner(8, 9), corner(10, 9)],
    });
    expectSameRequest();
    const [{ legs, geometry }] = routes;
    expect(legs[0]?.steps.map(({ maneuver }) => [maneuver.kind, maneuver.direction, maneuver.exit])).toEqual([
      ['depart', undefined, undefined],
      ['roundabout', 'right', 2],
      ['roundabout-exit', 'right', 2],
      ['arrive', undefined, undefined],
    ]);
    expect(legs[0]?.steps.every(({ instruction }) => instruction === undefined)).toBe(true);
    expect(legs[0]?.geometryRange).toEqual([0, geometry.coordinates.length - 1]);
    expect(waypoints.map(({ position }) => position)).toEqual([corner(8, 9), corner(10, 9)]);
    expect(meta).toMatchObject({ provider: 'osrm', attribution: ['© OpenStreetMap contributors'] });
  });

  it('a via, a bearing, a side, radiuses, an excluded class; routability is not speed', async () => {
    const { routing, expectSameRequest } = replay('route with options');
    const { routes, waypoints, warnings } = await routing.directions({
      profile,
      waypoints: [
        { position: [10.0007, 50], bearing: { degrees: 90, toleranceDegrees: 20 } },
        { position: corner(2, 0), role: 'via' },
        { position: [10.0049, 50.00001], side: 'same', snapRadiusMeters: 50 },
      ],
      avoid: { features: ['tolls'] },
      preference: 'fastest',
    });
    expectSameRequest();
    expect([routes[0].legs.length, waypoints.length]).toEqual([1, 3]);
    expect(warnings).toEqual([
      { kind: 'not-honoured', message: expect.stringContaining('"routability"') as string },
    ]);
  });

  it('stops in the best order', async () => {
    const { routing, expectSameRequest } = replay('trip');
    const { routes, waypoints } = await routing.directions({
      profile,
      waypoints: [corner(0, 0), corner(2, 0), corner(1, 0), corner(3, 0)],
      optimizeOrder: true,
      steps: false,
    });
    expectSameRequest();
    expect(routes[0].waypointOrder).toEqual([0, 2, 1, 3]);
    expect(routes[0].legs.map(({ steps }) => steps)).toEqual([[], [], []]);
    expect(waypoints.map(({ position }) => position?.[0])).toEqual([10, 10.0028, 10.0014, 10.0042]);
  });

  it('a table', async () => {
    const { routing, expectSameRequest } = replay('table');
    const table = await routing.matrix({
      profile,
      origins: [corner(0, 0), corner(1, 1)],
      destinations: [corner(1, 1), corner(3, 0)],
    });
    expectSameRequest();
    expect(table.distancesMeters).toEqual([
      [200.4, 301.3],
      [0, 301],
    ]);
    expect(table.durationsSeconds).toEqual([
      [23.5, 19.5],
      [0, 35.3],
    ]);
    expect(table.origins[0]).toEqual({
      position: [10, 50],
      distanceMeters: 0,
      name: 'West Ring / South Ring',
    });
  });

  it('the nearest roads of several places, one of them without', async () => {
    const { routing, expectSameRequest } = replay('nearest of two places', { caps: { snapPositions: 10 } });
    const positions = [corner(0, 0), [10.3, 50.3]] as const;
    const { points } = await routing.snap({ profile, positions });
    expectSameRequest();
    expect(points).toEqual([
      { position: [10, 50], distanceMeters: 0, name: 'West Ring' },
      { position: null },
    ]);
  });

  it('several roads near one place', async () => {
    const { routing, expectSameRequest } = replay('nearest');
    const { points } = await routing.nearest({ profile, position: corner(0, 0), limit: 2 });
    expectSameRequest();
    expect(points.map(({ name }) => name)).toEqual(['West Ring', 'South Ring']);
  });

  it('a matched track', async () => {
    const { routing, expectSameRequest } = replay('match');
    const trace = [0, 1, 2].map((index) => ({
      position: [10 + 0.0014 * index, 50.00002] as const,
      timeSeconds: 1000 + 10 * index,
      accuracyMeters: 8,
    }));
    const { routes, points } = await routing.match({ profile, trace, steps: true });
    expectSameRequest();
    expect(routes[0]?.confidence).toBeCloseTo(0.981, 3);
    expect(routes[0]?.legs).toHaveLength(2);
    expect(points.map((point) => point?.name)).toEqual(Array(3).fill('South Ring'));
    expect(points[1]).toMatchObject({ position: [10.0014, 50], routeIndex: 0 });
  });

  it('a place without a road names its index', async () => {
    const { routing, expectSameRequest } = replay('no segment');
    const waypoints = [corner(0, 0), [10.3, 50.3]] as const;
    const call = routing.directions({ profile, waypoints });
    await expect(call).rejects.toMatchObject({ code: 'point-not-found', pointIndex: 1 });
    expectSameRequest();
  });
});
