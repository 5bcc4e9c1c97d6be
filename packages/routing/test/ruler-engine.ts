import type { CallOptions } from '@org/core';
import { type CreditsOf, defineRoutingDriver } from '../src/driver/routing-driver.ts';
import { NoRouteError, PointNotFoundError } from '../src/errors.ts';
import type { RoutingCapabilities } from '../src/model/engine/capabilities.ts';
import type { RequestCaps, SplitRules } from '../src/model/engine/request-caps.ts';
import { boxAround } from '../src/model/geometry/box.ts';
import { type Coordinate, type Position, withoutElevation } from '../src/model/geometry/position.ts';
import type { ElevationAnswer, ElevationQuery } from '../src/model/places/elevation.ts';
import type { SnapAnswer, SnapQuery } from '../src/model/places/snap.ts';
import type { IsochronesAnswer, IsochronesQuery } from '../src/model/reach/isochrones.ts';
import type { MatrixAnswer, MatrixQuery } from '../src/model/reach/matrix.ts';
import type { DirectionsAnswer, DirectionsQuery } from '../src/model/routes/directions.ts';
import type { Leg } from '../src/model/routes/route.ts';
import { routingProfiles } from '../src/model/travel/profiles.ts';
import { vehicleFields } from '../src/model/travel/vehicle.ts';

/** Anything east of this has no road. */
export const lastRoadLongitude = 100;

export interface RulerOptions {
  readonly caps?: Partial<RequestCaps>;
  readonly split?: Partial<SplitRules>;
  readonly snap?: boolean;
  readonly rates?: RoutingCapabilities['rates'];
  readonly creditsOf?: CreditsOf;
  readonly name?: string;
  /** Hears every request. */
  readonly onRequest?: (
    name: string,
    query: unknown,
    options: CallOptions | undefined,
  ) => void | Promise<void>;
}

const unlimited: RequestCaps = {
  waypoints: 1e6,
  alternatives: 3,
  isochroneLocations: 1e6,
  isochroneRanges: 1e6,
  matrixCells: 1e9,
  snapPositions: 1e6,
};

const common = { warnings: [], attribution: ['ruler'], raw: 'raw' } as const;

/**
 * An engine that knows its answers: every distance is a fixed function of the two places, so that split
 * answers can be compared exactly.
 */
export function rulerEngine(options: RulerOptions = {}) {
  const { caps, split, snap = true, rates, creditsOf, name: ownName = 'ruler', onRequest } = options;
  const capabilities = {
    directions: true,
    isochrones: true,
    matrix: true,
    snap: snap as true,
    elevation: true,
    rawRequests: false,
    profiles: routingProfiles,
    options: {
      avoidFeatures: ['tolls'],
      avoidAreas: false,
      vehicle: { truck: vehicleFields, other: [] },
      elevation: false,
      continueStraight: true,
      matrixAvoid: false,
    },
    caps: { ...unlimited, ...caps },
    split: { directions: 'chunks', matrix: 'tiles', ...split },
    rates,
  } as const satisfies RoutingCapabilities;
  const answers: Record<string, (query: never) => unknown> = {
    directions: answerDirections,
    isochrones: answerIsochrones,
    matrix: answerMatrix,
    snap: answerSnap,
    elevation: answerElevation,
  };
  return defineRoutingDriver({
    specVersion: 1,
    name: ownName,
    creditsOf,
    capabilities,
    open: () => ({
      async execute(name: string, query: unknown, options?: CallOptions) {
        options?.signal?.throwIfAborted();
        await onRequest?.(name, query, options);
        return answers[name]?.(query as never) as never;
      },
      close: async () => {},
    }),
  });
}

/** Whole metres, different in both directions. */
export function measure(from: Position, to: Position): number {
  return Math.round(
    Math.abs(to[0] - from[0]) * 1000 + Math.abs(to[1] - from[1]) * 700 + (to[0] > from[0] ? 13 : 0),
  );
}

function answerDirections({ waypoints, steps }: DirectionsQuery): DirectionsAnswer {
  const places = waypoints.map(({ position }) => position);
  refuseRemote(places);
  const coordinates: Coordinate[] = [withoutElevation(places[0] ?? [0, 0])];
  const legs = places.slice(1).map((to, index): Leg => {
    const from = places[index] ?? to;
    const start = coordinates.length - 1;
    coordinates.push([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], withoutElevation(to));
    const range = [start, coordinates.length - 1] as const;
    const distanceMeters = measure(from, to);
    const whole = { distanceMeters, durationSeconds: distanceMeters / 10, geometryRange: range };
    return { ...whole, steps: steps ? [{ maneuver: { kind: 'depart', providerType: 0 }, ...whole }] : [] };
  });
  const sum = (name: 'distanceMeters' | 'durationSeconds') =>
    Math.round(legs.reduce((total, leg) => total + leg[name], 0) * 10) / 10;
  const route = {
    distanceMeters: sum('distanceMeters'),
    durationSeconds: sum('durationSeconds'),
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString' as const, coordinates },
    legs,
  };
  return {
    ...common,
    routes: [route],
    waypoints: places.map((place) => ({ position: withoutElevation(place) })),
  };
}

function answerIsochrones({ locations, ranges }: IsochronesQuery): IsochronesAnswer {
  refuseRemote(locations);
  return {
    ...common,
    isochrones: locations
      .flatMap((center, locationIndex) =>
        ranges.map((range) => ({
          locationIndex,
          range,
          geometry: { type: 'Polygon' as const, coordinates: [[withoutElevation(center)]] },
          areaSquareMeters: range ** 2,
        })),
      )
      .reverse(),
  };
}

function answerMatrix({ origins, destinations, metrics }: MatrixQuery): MatrixAnswer {
  refuseRemote([...origins, ...destinations]);
  if (origins.every((origin) => destinations.every((destination) => !connected(origin, destination)))) {
    throw new NoRouteError({ message: 'nothing is reachable' });
  }
  const table = (factor: number) =>
    origins.map((from) =>
      destinations.map((to) => (connected(from, to) ? measure(from, to) * factor : null)),
    );
  return {
    ...common,
    ...(metrics.includes('duration') ? { durationsSeconds: table(2) } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: table(1) } : {}),
    origins: origins.map((place) => ({ position: withoutElevation(place) })),
    destinations: destinations.map((place) => ({ position: withoutElevation(place) })),
  };
}

function answerSnap({ positions }: SnapQuery): SnapAnswer {
  return {
    ...common,
    points: positions.map((place) => ({
      position: place[0] > lastRoadLongitude ? null : withoutElevation(place),
    })),
  };
}

function answerElevation({ positions }: ElevationQuery): ElevationAnswer {
  return { ...common, heightsMeters: positions.map(([east, north]) => (north < 0 ? null : east + north)) };
}

/** The southern half of the world has no way to the northern. */
function connected(from: Position, to: Position): boolean {
  return from[1] < 0 === to[1] < 0;
}

function refuseRemote(places: readonly Position[]): void {
  const pointIndex = places.findIndex(([longitude]) => longitude > lastRoadLongitude);
  if (pointIndex >= 0)
    throw new PointNotFoundError({ message: 'no road near', provider: 'ruler', pointIndex });
}
