import * as full from '@org/routing';
import { generic } from '@org/routing/generic';
import * as genericLight from '@org/routing/generic/directions';
import { google } from '@org/routing/google';
import * as googleLight from '@org/routing/google/directions';
import { graphhopper } from '@org/routing/graphhopper';
import * as graphhopperLight from '@org/routing/graphhopper/directions';
import { mapbox } from '@org/routing/mapbox';
import * as mapboxLight from '@org/routing/mapbox/directions';
import { openrouteservice } from '@org/routing/openrouteservice';
import * as openrouteserviceLight from '@org/routing/openrouteservice/directions';
import { osrm } from '@org/routing/osrm';
import * as osrmLight from '@org/routing/osrm/directions';
import { stadia } from '@org/routing/stadia';
import * as stadiaLight from '@org/routing/stadia/directions';
import { valhalla } from '@org/routing/valhalla';
import * as valhallaLight from '@org/routing/valhalla/directions';
import { straightRoute } from '../graphhopper/answers.ts';
import { directionsAnswer, end, start } from '../openrouteservice/support.ts';
import recorded from '../osrm/__fixtures__/recorded.json' with { type: 'json' };

type EngineOptions = Omit<full.RoutingClientOptions<never>, 'driver' | 'cache' | 'dailyCap'>;
type Client = full.DirectionsMethods & { close(): Promise<void> };
type Open = (baseUrl: string, options?: EngineOptions) => Client;

/** One engine through both of its entries, with a response to directions between these places. */
export interface Pair {
  readonly full: Open;
  readonly light: Open;
  readonly waypoints: readonly [full.Position, full.Position];
  readonly response: unknown;
}

export const key = 'key-7f3a9c51e2';
const apiKey = key;

const openWith =
  (create: unknown, make: (baseUrl: string) => unknown): Open =>
  (baseUrl, options) =>
    (create as (given: object) => Client)({ ...options, driver: make(baseUrl) });
const pair = (
  lightClient: { readonly createRoutingClient: unknown },
  make: readonly [makeFull: (baseUrl: string) => unknown, makeLight: (baseUrl: string) => unknown],
  waypoints: Pair['waypoints'],
  response: unknown,
): Pair => ({
  full: openWith(full.createRoutingClient, make[0]),
  light: openWith(lightClient.createRoutingClient, make[1]),
  waypoints,
  response,
});

const short: Pair['waypoints'] = [
  [10.0003, 50.0004],
  [10.0071, 50.0045],
];
const meters = 665;
const polyline = (precision: 5 | 6) => full.encodePolyline(short, { precision });
const summary = { time: 66.5, length: 0.665 };
const valhallaRoute = {
  trip: { legs: [{ shape: polyline(6), summary, maneuvers: [] }], summary, units: 'kilometers' },
};
const googleLeg = {
  distanceMeters: meters,
  duration: '66.5s',
  steps: [
    {
      distanceMeters: meters,
      staticDuration: '66s',
      polyline: { encodedPolyline: polyline(5) },
      navigationInstruction: { maneuver: 'DEPART', instructions: 'Head north' },
    },
  ],
};
const { steps: _, ...googleRoute } = googleLeg;
const table = {
  name: 'acme',
  profiles: { driving: 'car' },
  directions: {
    path: '/v1/directions',
    fields: { waypoints: 'points', profile: 'vehicle' },
    routes: { items: 'routes', distance: 'm', duration: 's', geometry: 'line' },
  },
} as const;
const acme = (baseUrl: string) => ({ ...table, baseUrl });
const roundabout = recorded.exchanges['route over the roundabout'].body;
const overRoundabout: Pair['waypoints'] = [
  [10.0112, 50.0081],
  [10.014, 50.0081],
];

export const pairs: Readonly<Record<string, Pair>> = {
  openrouteservice: pair(
    openrouteserviceLight,
    [
      (baseUrl) => openrouteservice({ apiKey, baseUrl }),
      (baseUrl) => openrouteserviceLight.openrouteservice({ apiKey, baseUrl }),
    ],
    [start, end],
    directionsAnswer,
  ),
  valhalla: pair(
    valhallaLight,
    [(baseUrl) => valhalla({ apiKey, baseUrl }), (baseUrl) => valhallaLight.valhalla({ apiKey, baseUrl })],
    short,
    valhallaRoute,
  ),
  stadia: pair(
    stadiaLight,
    [(baseUrl) => stadia({ apiKey, baseUrl }), (baseUrl) => stadiaLight.stadia({ apiKey, baseUrl })],
    short,
    valhallaRoute,
  ),
  osrm: pair(
    osrmLight,
    [(baseUrl) => osrm({ apiKey, baseUrl }), (baseUrl) => osrmLight.osrm({ apiKey, baseUrl })],
    overRoundabout,
    roundabout,
  ),
  mapbox: pair(
    mapboxLight,
    [
      (baseUrl) => mapbox({ accessToken: key, baseUrl }),
      (baseUrl) => mapboxLight.mapbox({ accessToken: key, baseUrl }),
    ],
    overRoundabout,
    roundabout,
  ),
  graphhopper: pair(
    graphhopperLight,
    [
      (baseUrl) => graphhopper({ apiKey, baseUrl }),
      (baseUrl) => graphhopperLight.graphhopper({ apiKey, baseUrl }),
    ],
    short,
    straightRoute(short, [meters]),
  ),
  google: pair(
    googleLight,
    [(baseUrl) => google({ apiKey, baseUrl }), (baseUrl) => googleLight.google({ apiKey, baseUrl })],
    short,
    { routes: [{ ...googleRoute, polyline: { encodedPolyline: polyline(5) }, legs: [googleLeg] }] },
  ),
  generic: pair(
    genericLight,
    [
      (baseUrl) => generic(acme(baseUrl), { apiKey }),
      (baseUrl) => genericLight.generic(acme(baseUrl), { apiKey }),
    ],
    short,
    { routes: [{ m: meters, s: 66.5, line: { type: 'LineString', coordinates: short } }] },
  ),
};
