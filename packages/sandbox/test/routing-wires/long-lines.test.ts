// More values than a call has arguments: `push(...values)` would end with a RangeError.
import { encodePolyline } from '@org/routing';
import type { Engine } from '@org/routing/embedded';
import { expect, it } from 'vitest';
import { handleRoute } from '../../src/routing/wires/graphhopper/route.ts';
import { readVrpRequest } from '../../src/routing/wires/graphhopper/vrp-request.ts';
import { mapTrip } from '../../src/routing/wires/openrouteservice/route.ts';

const many = 150_000;
const summary = { length: 1, time: 1 };
const points = Array.from({ length: many }, (_, index) => [index / 1e5, 50] as const);
const leg = { shape: encodePolyline(points, { precision: 6 }), summary, maneuvers: [] };
const trip = { legs: [leg, leg], summary, locations: [] };

it('a route of openrouteservice may have very many points', () => {
  const { line } = mapTrip(trip, { units: 'm', withSteps: false, withManeuvers: false });
  expect(line).toHaveLength(2 * many - 1);
});

it('a route of GraphHopper may have very many points', async () => {
  const engine = { call: async () => ({ trip }) } as unknown as Engine;
  const values = { points: [points[0], points[1]], profile: 'car', points_encoded: false };
  const { json } = await handleRoute(engine, { values, signal: new AbortController().signal });
  const { paths } = json as { readonly paths: readonly [{ readonly points: { coordinates: unknown[] } }] };
  expect(paths[0].points.coordinates).toHaveLength(2 * many - 1);
});

it('a problem of GraphHopper with very many vehicle types is read', () => {
  const vehicle_types = Array.from({ length: many }, (_, id) => ({ type_id: `${id}`, capacity: [id] }));
  expect(() => readVrpRequest({ vehicle_types })).toThrow('No vehicles specified');
});
