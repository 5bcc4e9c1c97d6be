// A driver for OSRM in one file, as docs/adding-a-driver.md describes it. The facts are from OSRM's
// docs/http.md (HTTP API v1) and from the defaults of osrm-routed.
import type { Classify, Constraint, Failure, ServiceResponse } from '@org/core';
import { classifyStatus, noAuth, perSecond, UnsupportedError } from '@org/core';
import { httpDriver, mergeProviderOptions, textAt } from '@org/core/driver';
import type { Position, Profile, Route, Step } from '@org/routing';
import { defineRoutingDriver, LimitExceededError, NoRouteError, PointNotFoundError } from '@org/routing';
import type { DirectionsQuery, RequestCaps } from '@org/routing/driver';
import * as wire from '@org/routing/driver';

type Query = Pick<DirectionsQuery, 'profile'> & Partial<Pick<DirectionsQuery, 'providerOptions'>>;
type Options = Readonly<Record<string, string | number | boolean>>;

function request(service: string, query: Query, places: readonly Position[], options: Options) {
  const coordinates = places.map(([longitude, latitude]) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`);
  return {
    method: 'GET' as const,
    path: `/${service}/v1/${query.profile}/${coordinates.join(';')}`,
    pathTemplate: `/${service}/v1/{profile}/{coordinates}`, // errors and events show no places
    query: mergeProviderOptions(options, query.providerOptions),
  };
}

type Totals = { readonly distance: number; readonly duration: number };
type WireManeuver = { readonly type: string; readonly modifier?: string; readonly exit?: number };
type WireStep = Totals & { geometry: string; name: string; maneuver: WireManeuver };
type WireLeg = Totals & { readonly steps: readonly WireStep[] };
type WirePlace = { readonly location: [number, number]; readonly distance: number; readonly name: string };
type WireRoute = Totals & { readonly legs: readonly WireLeg[] };
type WirePlaces = Readonly<Record<'waypoints' | 'sources' | 'destinations', readonly WirePlace[]>>;
type Wire = WirePlaces & { readonly routes: readonly WireRoute[]; durations?: unknown; distances?: unknown };

const attribution = ['© OpenStreetMap contributors'];
const common = (response: ServiceResponse) => ({ warnings: [], attribution, raw: response.json() });

const directions = wire.routingOperation('directions', {
  encode(query) {
    if (query.preference === 'shortest')
      throw new UnsupportedError({ message: 'OSRM has no preference "shortest". Use "fastest".' });
    const { waypoints, snapRadiusMeters: radius = wire.defaultSnapRadiusMeters } = query;
    const places = waypoints.map(({ position }) => position);
    return request('route', query, places, {
      radiuses: waypoints.map(({ snapRadiusMeters = radius }) => snapRadiusMeters).join(';'),
      alternatives: query.alternatives || false,
      continue_straight: query.continueStraight,
      geometries: 'polyline6',
      overview: false, // the line of the whole route does not show where a leg ends
      steps: true,
    });
  },
  decode(response, query) {
    const { routes, waypoints } = response.json() as Wire;
    return {
      routes: routes.map((route) => readRoute(route, query.steps)),
      waypoints: wire.requireEach(waypoints, 'waypoints', query.waypoints.length).map(readPlace),
      ...common(response),
    };
  },
});

const matrix = wire.routingOperation('matrix', {
  encode(query) {
    const { places, origins, destinations } = wire.placeTable(query.origins, query.destinations);
    return request('table', query, places, {
      radiuses: places.map(() => wire.defaultSnapRadiusMeters).join(';'),
      sources: origins.join(';'),
      destinations: destinations.join(';'),
      annotations: query.metrics.join(','),
    });
  },
  decode(response, { origins, destinations, metrics }) {
    const table = response.json() as Wire;
    const size = { rows: origins.length, columns: destinations.length };
    const cells = (name: 'durations' | 'distances') => wire.readTable(table[name], name, size);
    return {
      durationsSeconds: metrics.includes('duration') ? cells('durations') : undefined,
      distancesMeters: metrics.includes('distance') ? cells('distances') : undefined,
      origins: wire.requireEach(table.sources, 'sources', size.rows).map(readPlace),
      destinations: wire.requireEach(table.destinations, 'destinations', size.columns).map(readPlace),
      ...common(response),
    };
  },
});

const snap = wire.routingOperation('snap', {
  encode: (query) => request('nearest', query, query.positions, { radiuses: query.radiusMeters }),
  decode: (response) => ({ points: (response.json() as Wire).waypoints.map(readPlace), ...common(response) }),
});

function readPlace({ location, distance, name }: WirePlace) {
  return { position: location, distanceMeters: distance, name: name || undefined };
}

function readTotals({ distance, duration }: Totals) {
  if (Number.isFinite(distance) && Number.isFinite(duration))
    return { distanceMeters: distance, durationSeconds: duration };
  throw wire.unexpectedResponse('routes', 'must have distances and durations');
}

function readRoute(route: WireRoute, hasSteps: boolean): Route {
  const encoded = route.legs.flatMap(({ steps }) => steps.map(({ geometry }) => geometry));
  const lines = encoded.map((line) =>
    wire.readLine(line, 'routes[].legs[].steps[].geometry', { precision: 6 }),
  );
  const { coordinates, offsets } = wire.joinLines(lines);
  const ranges = offsets.values();
  const legs = route.legs.map((leg) => {
    const steps = leg.steps.map((step) => readStep(step, ranges.next().value ?? [0, 0]));
    const geometryRange = [steps[0]?.geometryRange[0] ?? 0, steps.at(-1)?.geometryRange[1] ?? 0] as const;
    return { ...readTotals(leg), geometryRange, steps: hasSteps ? steps : [] };
  });
  const geometry = { type: 'LineString' as const, coordinates };
  return { ...readTotals(route), geometry, boundingBox: wire.boxAround(coordinates), legs };
}

function readStep(step: WireStep, geometryRange: Step['geometryRange']): Step {
  const { type, modifier, exit } = step.maneuver;
  const isUTurn = modifier === 'uturn';
  const kind = sameKinds.find((same) => same === type) ?? otherKinds[type] ?? (isUTurn ? 'u-turn' : 'turn');
  const direction = isUTurn ? undefined : (modifier?.replace(' ', '-') as Step['maneuver']['direction']);
  const maneuver = { kind, direction, exit, providerType: type };
  return { ...readTotals(step), maneuver, name: step.name || undefined, geometryRange };
}

// OSRM asks to treat all others as turns.
const sameKinds = ['depart', 'arrive', 'continue', 'merge', 'fork', 'roundabout'] as const;
const otherKinds: Readonly<Record<string, Step['maneuver']['kind']>> = {
  'new name': 'continue',
  'on ramp': 'ramp-on',
  'off ramp': 'ramp-off',
  rotary: 'roundabout',
  'exit roundabout': 'roundabout-exit',
  'exit rotary': 'roundabout-exit',
  notification: 'other',
};

const noRoute = { type: NoRouteError, message: 'There is no route between these places for this profile.' };
const unsupported = { type: UnsupportedError, message: 'This OSRM server does not offer this.' };
const meanings: Readonly<Record<string, Pick<Failure, 'type' | 'message'>>> = {
  NoRoute: noRoute,
  NoTable: noRoute,
  NoSegment: { type: PointNotFoundError, message: 'A place has no road near it for this profile.' },
  TooBig: { type: LimitExceededError, message: 'The request is larger than the server accepts. Set `caps`.' },
  NotImplemented: unsupported,
  DisabledDataset: unsupported,
};

const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  const code = textAt(response.json(), 'code');
  const words = textAt(response.json(), 'message');
  const coded = { ...meanings[code ?? ''], providerCode: code, words };
  return failure && wire.redactDetails({ ...failure, ...coded });
};

const caps = { waypoints: 500, alternatives: 3, matrixCells: 10_000, matrixPlaces: 100, snapPositions: 1 };

export function osrm<Name extends Profile>(options: {
  readonly baseUrl: string;
  readonly profile: Name; // of the server's data: OSRM does not check the name in a request
  readonly limits?: readonly Constraint[];
  readonly caps?: Partial<RequestCaps>;
}) {
  const { baseUrl, profile, limits = [perSecond(1)] } = options; // the limit of the public servers
  const service = { name: 'osrm', baseUrl, auth: noAuth(), limits, classify };
  const capabilities = {
    directions: true,
    isochrones: false,
    matrix: true,
    snap: true,
    rawRequests: true,
    profiles: [profile],
    options: { ...wire.noOptions, continueStraight: true },
    caps: { ...wire.noCaps, ...caps, ...options.caps },
    split: { directions: 'chunks', matrix: 'tiles' },
  } as const;
  return defineRoutingDriver(httpDriver({ service, operations: { directions, matrix, snap }, capabilities }));
}
