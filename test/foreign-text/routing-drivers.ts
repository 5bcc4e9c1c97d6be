import { queryKey } from '@org/core';
import type { RoutingDriver } from '@org/routing';
import { generic } from '@org/routing/generic';
import { google } from '@org/routing/google';
import { graphhopper } from '@org/routing/graphhopper';
import { mapbox } from '@org/routing/mapbox';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { stadia } from '@org/routing/stadia';
import { valhalla } from '@org/routing/valhalla';
import { acmeTable } from '../../packages/routing/test/generic/acme-table.ts';
import type { Call, Secrets } from './driver-calls.ts';

/** Every routing driver with a network. `embedded()` has none: its engine is in the package. */
export const routingDrivers: Readonly<Record<string, (secrets: Secrets) => RoutingDriver>> = {
  generic: ({ key }) => generic(acmeTable, { apiKey: key }) as unknown as RoutingDriver,
  google: ({ key }) => google({ apiKey: key }) as unknown as RoutingDriver,
  graphhopper: ({ key }) => graphhopper({ apiKey: key }) as unknown as RoutingDriver,
  'graphhopper, own': ({ key }) =>
    graphhopper({
      baseUrl: 'https://hopper.example',
      auth: queryKey('key'),
      apiKey: key,
    }) as unknown as RoutingDriver,
  mapbox: ({ key }) => mapbox({ accessToken: key }) as unknown as RoutingDriver,
  openrouteservice: ({ key }) => openrouteservice({ apiKey: key }) as unknown as RoutingDriver,
  osrm: ({ key }) =>
    osrm({
      baseUrl: 'https://osrm.example',
      profiles: ['driving'],
      apiKey: key,
      auth: queryKey('access_token'),
    }) as unknown as RoutingDriver,
  stadia: ({ key }) => stadia({ apiKey: key }) as unknown as RoutingDriver,
  valhalla: ({ key }) =>
    valhalla({ baseUrl: 'https://valhalla.example', apiKey: key }) as unknown as RoutingDriver,
};

const profile = 'driving';
const start = [8.68, 49.41] as const;
const end = [8.69, 49.42] as const;
const positions = [start, end];
const inputs: Readonly<Record<string, unknown>> = {
  directions: { profile, waypoints: positions },
  roundTrip: { profile, start, lengthMeters: 5_000 },
  isochrones: { profile, locations: [start], ranges: [300], rangeType: 'time' },
  matrix: { profile, origins: positions, destinations: positions, metrics: ['duration'] },
  snap: { profile, positions, radiusMeters: 300 },
  nearest: { profile, position: start },
  match: { profile, trace: positions },
  attributes: { profile, line: positions, attributes: ['surface'] },
  elevation: { positions },
  optimize: {
    jobs: [{ id: 'a', position: end }],
    vehicles: [{ id: 'van', profile, start }],
  },
  geocode: { text: 'Heidelberg' },
  reverseGeocode: { position: start },
  pois: { around: start, bufferMeters: 200 },
  exportGraph: { profile, boundingBox: [8.68, 49.41, 8.69, 49.42] },
  expansion: { profile, position: start, range: 100, rangeType: 'time' },
  status: {},
};

/** A call of every method that the client has. */
export function callsOf(client: object): readonly Call[] {
  const methods = client as Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
  return Object.entries(inputs)
    .filter(([name]) => typeof methods[name] === 'function')
    .map(([name, input]) => ({ name, run: async () => methods[name]?.(input) }));
}
