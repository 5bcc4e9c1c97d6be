import { LimitExceededError } from '../errors.ts';
import type { Position } from '../model/geometry/position.ts';
import { type ElevationQuery, type ElevationRequest, elevationDoor } from '../model/places/elevation.ts';
import { type SnapQuery, type SnapRequest, snapDoor } from '../model/places/snap.ts';
import { type IsochronesQuery, type IsochronesRequest, isochronesDoor } from '../model/reach/isochrones.ts';
import { type MatrixQuery, type MatrixRequest, matrixDoor } from '../model/reach/matrix.ts';
import type { RoutingWarning } from '../model/result.ts';
import { type DirectionsQuery, type DirectionsRequest, directionsDoor } from '../model/routes/directions.ts';
import type { CheckedWaypoint } from '../model/routes/waypoint.ts';
import { forProfile } from '../model/travel/profile.ts';
import { planWaypointChunks } from '../split/chunks.ts';
import { type MatrixTilePlan, type Parts, planMatrixTiles, planSlices, type Slice } from '../split/plans.ts';
import { type Engine, requireCap, requireLeastCap, requireSupport } from './support.ts';

/** A checked request and its parts, before anything is sent. */
export interface Plan<Query, List> {
  readonly query: Query;
  readonly parts: List;
  /** Differences that the split may cause. */
  readonly notices: readonly RoutingWarning[];
  /** The places that the parts name together. */
  readonly places: number;
  readonly queryOf: (part: List extends Parts<infer Part> ? Part : never) => Query;
}

/** A part of isochrones: some of the locations, some of the ranges. */
export interface IsochronesBatch {
  readonly locations: Slice;
  readonly ranges: Slice;
}

export function planDirections(engine: Engine, request: DirectionsRequest): Plan<DirectionsQuery, Slice[]> {
  const { approximate, ...read } = directionsDoor.read(request);
  const query: DirectionsQuery = { ...read, roundTrip: undefined };
  const { caps, split } = engine.capabilities;
  requireSupport(engine, directionsDoor, query);
  requireCap(engine, 'directions', 'alternatives', query.alternatives, caps.alternatives);
  const perRequest = query.avoid.areas.length > 0 ? caps.distanceWithAreasMeters : undefined;
  const distanceMeters = forProfile(perRequest ?? caps.distanceMeters ?? Infinity, query.profile);
  const waypoints = Math.min(
    forProfile(caps.waypoints, query.profile),
    query.waypoints.some(hasOptions) ? (caps.waypointsWithOptions ?? Infinity) : Infinity,
  );
  requireLeastCap(engine, 'directions', { waypoints }, 2);
  const positions = query.waypoints.map(({ position }) => position);
  const parts = planWaypointChunks(positions, { waypoints, distanceMeters });
  const queryOf = ({ from, to }: Slice) => ({ ...query, waypoints: query.waypoints.slice(from, to) });
  const plan = { query, parts, notices: [], places: placesOfSlices(parts), queryOf };
  if (parts.length === 1) return plan;
  const cause =
    connectedBy(query) ??
    (split.wholeBearings ? turnedAt(query, parts) : undefined) ??
    (split.directions === 'never' && !approximate ? routesAsWhole : undefined);
  if (cause !== undefined) {
    const isLonger = positions.length <= waypoints;
    const cap = isLonger
      ? `${Math.round(distanceMeters / 1000)} km from waypoint to waypoint`
      : `${waypoints} waypoints`;
    throw tooLarge(engine, 'directions', cap, cause, isLonger ? 'distance' : undefined);
  }
  return split.directions === 'never' ? { ...plan, notices: [notice(chunksDiffer)] } : plan;
}

const hasOptions = ({ bearing, side, snapRadiusMeters }: CheckedWaypoint) =>
  bearing !== undefined || side !== 'any' || snapRadiusMeters !== undefined;

/** Why a request over these waypoints must be one. */
interface Cause {
  readonly because: string;
  readonly help: string;
}

const routesAsWhole: Cause = {
  because: 'The engine routes over all waypoints together, so parts may give another route.',
  help: 'Set approximate: true to accept that',
};

const chunksDiffer =
  'The waypoints were split into several requests (approximate: true). The route may differ from that of ' +
  'one request.';

function connectedBy(query: DirectionsQuery): Cause | undefined {
  const options = {
    continueStraight: query.continueStraight,
    // They may refer to a waypoint by its index, or to the route as a whole.
    providerOptions: query.providerOptions !== undefined,
    departAt: query.departAt !== undefined,
    arriveBy: query.arriveBy !== undefined,
    optimizeOrder: query.optimizeOrder,
    'role: "via"': query.waypoints.some(({ role }) => role === 'via'),
  };
  const [option] = Object.entries(options).find(([, isSet]) => isSet) ?? [];
  if (option === undefined) return undefined;
  return { because: `With ${option} several requests give another route.`, help: `Leave out ${option}` };
}

// The part after a border starts at its waypoint, and would also start in its direction.
function turnedAt({ waypoints }: DirectionsQuery, parts: readonly Slice[]): Cause | undefined {
  const border = parts.slice(1).find(({ from }) => waypoints[from]?.bearing !== undefined);
  if (border === undefined) return undefined;
  const because = `With bearing of waypoint ${border.from} several requests give another route.`;
  return { because, help: 'Leave out bearing' };
}

const fitsAreas: Cause = {
  because: 'The engine fits the areas of one request to each other, so several requests give others.',
  help: 'Set approximate: true to accept that',
};

export function planIsochrones(
  engine: Engine,
  request: IsochronesRequest,
): Plan<IsochronesQuery, IsochronesBatch[]> {
  const { approximate, ...query } = isochronesDoor.read(request);
  requireSupport(engine, isochronesDoor, query);
  const { isochroneLocations, isochroneRanges } = engine.capabilities.caps;
  requireLeastCap(engine, 'isochrones', { isochroneLocations, isochroneRanges }, 1);
  const ranges = planSlices(query.ranges.length, isochroneRanges);
  const locations = planSlices(query.locations.length, isochroneLocations);
  if (ranges.length > 1 && !approximate) {
    throw tooLarge(engine, 'isochrones', `${isochroneRanges} ranges`, fitsAreas);
  }
  const parts = locations.flatMap((each) => ranges.map((range) => ({ locations: each, ranges: range })));
  if (parts.length > 1) requireSplittable(engine, 'isochrones', query, `${isochroneLocations} locations`);
  const message =
    `The ranges were split into ${ranges.length} requests for each location (approximate: true). The areas ` +
    'of different requests are not fitted to each other.';
  return {
    query,
    parts,
    notices: ranges.length > 1 ? [notice(message)] : [],
    places: placesOfSlices(parts.map((part) => part.locations)),
    queryOf: (part) => ({
      ...query,
      locations: query.locations.slice(part.locations.from, part.locations.to),
      ranges: query.ranges.slice(part.ranges.from, part.ranges.to),
    }),
  };
}

export function planMatrix(engine: Engine, request: MatrixRequest): Plan<MatrixQuery, MatrixTilePlan> {
  const { caps, split } = engine.capabilities;
  const read = matrixDoor.read(request);
  const query: MatrixQuery = { ...read, destinations: read.destinations ?? read.origins };
  requireSupport(engine, matrixDoor, query);
  requireLeastCap(engine, 'matrix', { matrixCells: caps.matrixCells }, 1);
  requireLeastCap(engine, 'matrix', { matrixPlaces: caps.matrixPlaces }, 2);
  const shape = forProfile(split.matrix, query.profile);
  const [rows, columns] = [query.origins.length, query.destinations.length];
  const parts = planMatrixTiles({ rows, columns, shape, caps });
  if (parts.length > 1) requireSplittable(engine, 'matrix', query, `${caps.matrixCells} cells`);
  const isInexact = shape === 'tiles' && parts.length > 1 && split.tilesWarning !== undefined;
  return {
    query,
    parts,
    notices: isInexact ? [notice(split.tilesWarning ?? '')] : [],
    places: parts.rowBands * columns + parts.columnBands * rows,
    queryOf: (tile) => ({
      ...query,
      origins: query.origins.slice(tile.rows.from, tile.rows.to),
      destinations: query.destinations.slice(tile.columns.from, tile.columns.to),
    }),
  };
}

export function planSnap(engine: Engine, request: SnapRequest): Plan<SnapQuery, Slice[]> {
  const query = snapDoor.read(request);
  requireSupport(engine, snapDoor, query);
  const { snapPositions } = engine.capabilities.caps;
  requireLeastCap(engine, 'snap', { snapPositions }, 1);
  return planPositions(query, snapPositions);
}

export function planElevation(engine: Engine, request: ElevationRequest): Plan<ElevationQuery, Slice[]> {
  const query = elevationDoor.read(request);
  const { elevationPositions: most = Infinity } = engine.capabilities.caps;
  requireLeastCap(engine, 'elevation', { elevationPositions: most }, 1);
  return planPositions(query, most);
}

function planPositions<Query extends { readonly positions: readonly Position[] }>(
  query: Query,
  most: number,
): Plan<Query, Slice[]> {
  const places = query.positions.length;
  const queryOf = ({ from, to }: Slice) => ({ ...query, positions: query.positions.slice(from, to) });
  return { query, parts: planSlices(places, most), notices: [], places, queryOf };
}

function requireSplittable(
  engine: Engine,
  operation: 'isochrones' | 'matrix',
  { providerOptions = {} }: Pick<MatrixQuery, 'providerOptions'>,
  cap: string,
): void {
  const whole = engine.capabilities.split.wholeOptions?.[operation] ?? [];
  const option = Object.keys(providerOptions).find((name) => whole.includes(name));
  if (option === undefined) return;
  const because = `providerOptions.${option} concerns all places together, not those of one part.`;
  throw tooLarge(engine, operation, cap, { because, help: `Leave out providerOptions.${option}` });
}

function tooLarge(
  { name }: Engine,
  operation: string,
  cap: string,
  { because, help }: Cause,
  limit?: 'distance',
): LimitExceededError {
  const limitText = `${name} takes at most ${cap} in one ${operation} request.`;
  const message = `${limitText} ${because} ${help}, or send fewer.`;
  return new LimitExceededError({ message, provider: name, operation, outcome: 'not-sent', limit });
}

function notice(message: string): RoutingWarning {
  return { kind: 'notice', message };
}

export function placesOfSlices(slices: Parts<Slice>): number {
  let places = 0;
  for (const { from, to } of slices) places += to - from;
  return places;
}
