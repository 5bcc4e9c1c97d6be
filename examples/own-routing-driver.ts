// A driver for a routing service of your own, in one file: directions by a service that answers GeoJSON. It runs against openrouteservice's API.
import {
  type CredentialInput,
  credentialFrom,
  defineOperation,
  fromEnv,
  headerKey,
  pathSegment,
  perMinute,
  ResponseFormatError,
  type ServiceResponse,
} from '@org/core';
import { httpDriver } from '@org/core/driver';
import {
  type Coordinate,
  createRoutingClient,
  type DirectionsAnswer,
  type DirectionsQuery,
  defineRoutingDriver,
  type RoutingCapabilities,
} from '@org/routing';

// Our words to the wire, and back. The query is checked already; the answer is whatever the service sends.
const names: Readonly<Record<string, string>> = { driving: 'driving-car', walking: 'foot-walking' };

const directions = defineOperation({
  name: 'directions',
  safety: 'read',
  encode: ({ profile, waypoints }: DirectionsQuery) => ({
    method: 'POST' as const,
    path: `/v2/directions/${pathSegment(names[profile] ?? profile)}/geojson`,
    json: { coordinates: waypoints.map(({ position }) => position) },
  }),
  decode: (answer, { waypoints }): DirectionsAnswer => {
    const { coordinates, distanceMeters, durationSeconds } = readRoute(answer);
    const longitudes = coordinates.map(([longitude]) => longitude);
    const latitudes = coordinates.map(([, latitude]) => latitude);
    const end = coordinates.length - 1;
    return {
      routes: [
        {
          distanceMeters,
          durationSeconds,
          geometry: { type: 'LineString', coordinates },
          boundingBox: [
            Math.min(...longitudes),
            Math.min(...latitudes),
            Math.max(...longitudes),
            Math.max(...latitudes),
          ],
          legs: [{ distanceMeters, durationSeconds, geometryRange: [0, end], steps: [] }],
        },
      ],
      waypoints: waypoints.map(() => ({})),
      warnings: [],
      attribution: ['© OpenStreetMap contributors'],
      raw: answer.json(),
    };
  },
});

// Checked by hand here; a schema of zod, valibot or any other library with Standard Schema does the same as `decode`.
function readRoute(answer: ServiceResponse) {
  const { features } = answer.json() as {
    readonly features?: readonly {
      readonly geometry?: { readonly coordinates?: Coordinate[] };
      readonly properties?: { readonly summary?: { readonly distance: number; readonly duration: number } };
    }[];
  };
  const coordinates = features?.[0]?.geometry?.coordinates;
  const summary = features?.[0]?.properties?.summary;
  if (coordinates === undefined || summary === undefined)
    throw new ResponseFormatError({ message: 'wayfarer answered without a route.' });
  return { coordinates, distanceMeters: summary.distance, durationSeconds: summary.duration };
}

// What it can do. Whatever is not in here is refused before it is sent, and the client has no method for it.
const capabilities = {
  directions: true,
  isochrones: false,
  matrix: false,
  snap: false,
  rawRequests: true,
  profiles: ['driving', 'walking'],
  options: {
    avoidFeatures: [],
    avoidAreas: false,
    vehicle: [],
    elevation: false,
    continueStraight: false,
    matrixAvoid: false,
  },
  caps: {
    waypoints: 2,
    alternatives: 0,
    isochroneLocations: 0,
    isochroneRanges: 0,
    matrixCells: 0,
    snapPositions: 0,
  },
  split: { directions: 'chunks', matrix: 'tiles' }, // a route over three places is asked in two parts
} as const satisfies RoutingCapabilities;

function wayfarer(options: { readonly apiKey?: CredentialInput; readonly baseUrl?: string } = {}) {
  return defineRoutingDriver(
    httpDriver({
      service: {
        name: 'wayfarer',
        baseUrl: options.baseUrl ?? 'https://api.wayfarer.example',
        auth: headerKey('Authorization'), // or bearer(), queryKey('key'), basic({ user }), signer(…)
        credential: credentialFrom(options.apiKey, fromEnv('WAYFARER_API_KEY', 'ROUTING_API_KEY')),
        limits: [perMinute(100)],
      },
      operations: { directions },
      capabilities,
    }),
  );
}

const { OPENROUTESERVICE_API_KEY: apiKey = '', OPENROUTESERVICE_BASE_URL: baseUrl = '' } = process.env;
await using routing = createRoutingClient({ driver: wayfarer({ apiKey, baseUrl }) });
const { routes, meta } = await routing.directions({
  profile: 'driving',
  waypoints: [
    [10.007, 50.0045],
    [10.007, 50.0054],
    [10.0126, 50.0081],
  ],
});
console.log(`${Math.round(routes[0].distanceMeters)} m in ${meta.requests} requests`);
