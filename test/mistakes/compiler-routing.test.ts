import { beforeAll, describe, expect, it } from 'vitest';
import { compilePrograms } from '../support/compile-programs.ts';

const head = `import { createRoutingClient, type Position } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { valhalla } from '@org/routing/valhalla';
const ors = createRoutingClient({ driver: openrouteservice() });
const val = createRoutingClient({ driver: valhalla({ baseUrl: 'http://localhost:8002' }) });
const a: Position = [8, 49];
const osr = createRoutingClient({ driver: osrm({ baseUrl: 'http://localhost:5000' }) });
const server = createRoutingClient({ driver: openrouteservice({ baseUrl: 'http://localhost:8082/ors' }) });
const some: Position[] = [a, a];
const request = { profile: 'driving', waypoints: [a, a] } as const;
`;

const programs = {
  fine: `
    ors.directions({ ...request, profile: 'cycling-electric', elevation: true });
    ors.directions({ ...request, avoid: { features: ['fords'] } });
    val.directions({ ...request, profile: 'moped', avoid: { features: ['bridges'] } });
    val.directions({ profile: 'driving', waypoints: some, elevation: false });
    val.matrix({ profile: 'driving', origins: some, avoid: { features: ['tolls'] } });
    const waypoint = { position: [9, 50], snapRadiusMeters: 5 } as const;
    ors.directions({ profile: 'driving', waypoints: [[8, 49], waypoint] });
    ors.directions({ ...request, attributes: ['surface', 'toll'], avoid: { countries: ['CH'] } });
    ors.roundTrip({ profile: 'hiking', start: a, lengthMeters: 9000 });
    ors.geocode({ address: { locality: 'Heidelberg' }, focus: a });
    ors.elevation({ positions: some });
    server.status();`,
  'a departure for openrouteservice()': `ors.directions({ ...request, departAt: '2026-05-04T08:30' });`,
  'an order for openrouteservice()': `ors.directions({ ...request, optimizeOrder: true });`,
  'an attribute that openrouteservice() has not': `
    ors.directions({ ...request, attributes: ['speedLimit'] });`,
  'a via for openrouteservice()': `
    ors.directions({ profile: 'driving', waypoints: [a, { position: a, role: 'via' }] });`,
  'places to avoid': `ors.directions({ ...request, avoid: { points: [a] } });`,
  'geocoding on a server without it': `server.geocode({ text: 'Heidelberg' });`,
  'a status of the hosted service': `ors.status();`,
  'a profile of another driver': `val.directions({ ...request, profile: 'cycling-electric' });`,
  'a profile of another driver, snapped': `ors.snap({ profile: 'moped', positions: some });`,
  'a profile of another driver, isochrones': `
    ors.isochrones({ profile: 'moped', locations: some, ranges: [60] });`,
  'a feature of another driver': `ors.directions({ ...request, avoid: { features: ['bridges'] } });`,
  'elevation without support': `osr.directions({ ...request, elevation: true });`,
  'a matrix that avoids': `
    ors.matrix({ profile: 'driving', origins: some, avoid: { features: ['tolls'] } });`,
  'a single waypoint': `val.directions({ profile: 'driving', waypoints: [[8, 49]] });`,
  'no waypoint': `val.directions({ profile: 'driving', waypoints: [] });`,
  'a client of openrouteservice()': `export const shown: 7 = ors;`,
  'a client of valhalla()': `export const shown: 7 = val;`,
};

let messages: ReadonlyMap<string, string>;

beforeAll(async () => {
  const withHead = Object.entries(programs).map(([name, program]) => [name, `${head}${program}`]);
  messages = await compilePrograms(Object.fromEntries(withHead));
});

describe('the message of the compiler for a mistake', () => {
  it('no message without a mistake', () => {
    expect(messages.get('fine')).toBeUndefined();
  });

  it.each([
    ['a profile of another driver', `Type '"cycling-electric"' is not assignable`],
    ['a profile of another driver, snapped', `Type '"moped"' is not assignable`],
    ['a profile of another driver, isochrones', `Type '"moped"' is not assignable`],
    ['a feature of another driver', `Type '"bridges"' is not assignable`],
    ['elevation without support', 'has no `elevation`: leave it out'],
    ['a matrix that avoids', 'has no `avoid`: leave it out'],
    ['a single waypoint', 'Directions need two waypoints or more.'],
    ['no waypoint', 'Directions need two waypoints or more.'],
    ['a departure for openrouteservice()', 'has no `departAt`: leave it out'],
    ['an order for openrouteservice()', 'has no `optimizeOrder`: leave it out'],
    ['an attribute that openrouteservice() has not', `Type '"speedLimit"' is not assignable`],
    ['a via for openrouteservice()', 'has no `vias`: leave it out'],
    ['places to avoid', 'has no `avoidPoints`: leave it out'],
    ['geocoding on a server without it', `Property 'geocode' does not exist`],
    ['a status of the hosted service', `Property 'status' does not exist`],
    ['a client of openrouteservice()', `Type 'RoutingClient<OpenrouteserviceCapabilities>'`],
    ['a client of valhalla()', `Type 'RoutingClient<ValhallaCapabilities>'`],
  ])('%s: %s', (name, expected) => {
    expect(messages.get(name)).toContain(expected);
  });
});
