// A routing driver of your own, as packages/routing/docs/own-driver.md describes it.
import { type CredentialInput, credentialFrom, fromEnv, headerKey, perMinute } from '@org/core';
import { httpDriver } from '@org/core/driver';
import { valueAt } from '@org/core/tables';
import { createRoutingClient, defineRoutingDriver, type RoutingCapabilities } from '@org/routing';
import { noCaps, noOptions, routingOperation, withoutElevation } from '@org/routing/driver';
import { listAt, numberAt, plainRoute, readAnyLine, waypointsOn } from '@org/routing/tables';

const names: Readonly<Record<string, string>> = { driving: 'driving-car', walking: 'foot-walking' };

const directions = routingOperation('directions', {
  encode: ({ profile, waypoints }) => ({
    method: 'POST',
    path: '/v2/directions/{profile}/geojson',
    params: { profile: names[profile] ?? profile },
    json: { coordinates: waypoints.map(({ position }) => withoutElevation(position)) },
  }),
  decode: (response, { waypoints, steps }) => {
    const body = response.json();
    const routes = listAt(body, 'features').map((feature, index) => {
      const path = `features[${index}]`;
      const totals = {
        distanceMeters: numberAt(feature, 'properties.summary.distance', path),
        durationSeconds: numberAt(feature, 'properties.summary.duration', path),
      };
      const coordinates = readAnyLine(valueAt(feature, 'geometry'), `${path}.geometry`);
      return plainRoute(totals, [{ ...totals, coordinates }], steps);
    });
    const given = waypoints.map(({ position }) => position);
    return {
      routes,
      waypoints: waypointsOn(routes[0], given),
      warnings: [],
      attribution: ['© OpenStreetMap contributors'],
      raw: body,
    };
  },
});

const capabilities = {
  directions: true,
  isochrones: false,
  matrix: false,
  snap: false,
  rawRequests: true,
  profiles: ['driving', 'walking'],
  options: noOptions,
  caps: { ...noCaps, waypoints: 2 },
  split: { directions: 'chunks', matrix: 'tiles' },
} as const satisfies RoutingCapabilities;

export function wayfarer(options: { apiKey?: CredentialInput; baseUrl?: string } = {}) {
  return defineRoutingDriver(
    httpDriver({
      service: {
        name: 'wayfarer',
        baseUrl: options.baseUrl ?? 'https://api.wayfarer.example',
        auth: headerKey('Authorization'),
        credential: credentialFrom(options.apiKey, fromEnv('WAYFARER_API_KEY', 'ROUTING_API_KEY')),
        limits: [perMinute(100)],
      },
      operations: { directions },
      capabilities,
    }),
  );
}

// The sandbox's openrouteservice stands in for wayfarer. Three waypoints are two requests.
const { OPENROUTESERVICE_API_KEY: apiKey = '', OPENROUTESERVICE_BASE_URL: baseUrl = '' } = process.env;
await using routing = createRoutingClient({ driver: wayfarer({ apiKey, baseUrl }) });
const waypoints = [
  [10.007, 50.0045],
  [10.007, 50.0054],
  [10.0126, 50.0081],
] as const;
const { routes, meta } = await routing.directions({ profile: 'driving', waypoints });
console.log(routes[0].distanceMeters > 0, meta.requests); // true 2
