import { NoRouteError } from '../errors.ts';
import type { MatrixAnswer, MatrixQuery, MatrixTable } from '../model/matrix.ts';
import { isSamePlace, type Position } from '../model/position.ts';
import type { SnappedPoint } from '../model/result.ts';
import { defaultSnapRadiusMeters } from '../model/snap.ts';
import type { Engine } from '../model/support.ts';
import type { MatrixTile } from '../split/matrix-tiles.ts';
import { isPlaceRefusal, snapAll } from './explain-place.ts';
import type { ClientContext, Sender } from './sender.ts';

/** Where the places of a matrix are on the road. */
interface SnappedPlaces {
  readonly origins: readonly SnappedPoint[];
  readonly destinations: readonly SnappedPoint[];
}

/**
 * Asks for the tiles of one matrix. Some engines refuse a whole request for one place that has no road near, or when nothing is reachable;
 * others answer `null` there. This gives the `null`s in both cases. Places are looked up only when the engine has refused once, and once
 * for all tiles.
 */
export function createMatrixAsker({ engine }: ClientContext, sender: Sender, query: MatrixQuery) {
  let lookup: Promise<SnappedPlaces> | undefined;
  const snapOnce = (signal: AbortSignal): Promise<SnappedPlaces> => {
    lookup ??= snapPlaces(engine, sender, query, signal);
    return lookup;
  };
  return async (tile: MatrixTile, signal: AbortSignal): Promise<MatrixAnswer> => {
    const part = cut(query, tile);
    if (lookup !== undefined) return askRoutable(sender, part, cutPlaces(await lookup, tile), signal);
    try {
      return await askReachable(sender, part, signal);
    } catch (error) {
      if (!isPlaceRefusal(error) || !engine.capabilities.snap) throw error;
      const places = cutPlaces(await snapOnce(signal), tile);
      if ([...places.origins, ...places.destinations].every(({ position }) => position !== null)) throw error;
      return askRoutable(sender, part, places, signal);
    }
  };
}

function cut(query: MatrixQuery, { rows, columns }: MatrixTile): MatrixQuery {
  const origins = query.origins.slice(rows.from, rows.to);
  return { ...query, origins, destinations: query.destinations.slice(columns.from, columns.to) };
}

function cutPlaces({ origins, destinations }: SnappedPlaces, { rows, columns }: MatrixTile): SnappedPlaces {
  return {
    origins: origins.slice(rows.from, rows.to),
    destinations: destinations.slice(columns.from, columns.to),
  };
}

async function askReachable(sender: Sender, query: MatrixQuery, signal: AbortSignal): Promise<MatrixAnswer> {
  try {
    return await sender.send('matrix', query, signal);
  } catch (error) {
    if (!NoRouteError.isInstance(error)) throw error;
    return unreachable(query, (origin, destination) => (isSamePlace(origin, destination) ? 0 : null));
  }
}

/** Asks for the places that have a road near, and puts their cells back among the others. */
async function askRoutable(
  sender: Sender,
  query: MatrixQuery,
  places: SnappedPlaces,
  signal: AbortSignal,
): Promise<MatrixAnswer> {
  const rows = places.origins.map(({ position }) => position !== null);
  const columns = places.destinations.map(({ position }) => position !== null);
  const origins = query.origins.filter((_, index) => rows[index]);
  const destinations = query.destinations.filter((_, index) => columns[index]);
  if (origins.length === 0 || destinations.length === 0)
    return { ...unreachable(query, () => null), ...places };
  const { durationsSeconds, distancesMeters, ...answer } = await askReachable(
    sender,
    { ...query, origins, destinations },
    signal,
  );
  return {
    ...answer,
    ...places,
    ...(durationsSeconds && { durationsSeconds: spread(durationsSeconds, rows, columns) }),
    ...(distancesMeters && { distancesMeters: spread(distancesMeters, rows, columns) }),
  };
}

function spread(table: MatrixTable, rows: readonly boolean[], columns: readonly boolean[]): MatrixTable {
  let row = 0;
  return rows.map((hasRow) => {
    const cells = hasRow ? table[row++] : undefined;
    let column = 0;
    return columns.map((hasColumn) => (hasColumn ? (cells?.[column++] ?? null) : null));
  });
}

async function snapPlaces(
  engine: Engine,
  sender: Sender,
  { profile, origins, destinations }: MatrixQuery,
  signal: AbortSignal,
): Promise<SnappedPlaces> {
  const positions = [...origins, ...destinations];
  const points = await snapAll(engine, sender, {
    profile,
    positions,
    radiusMeters: defaultSnapRadiusMeters,
    signal,
  });
  return { origins: points.slice(0, origins.length), destinations: points.slice(origins.length) };
}

function unreachable(
  query: MatrixQuery,
  cell: (origin: Position, destination: Position) => number | null,
): MatrixAnswer {
  const table = query.origins.map((origin) =>
    query.destinations.map((destination) => cell(origin, destination)),
  );
  return {
    ...(query.metrics.includes('duration') ? { durationsSeconds: table } : {}),
    ...(query.metrics.includes('distance') ? { distancesMeters: table } : {}),
    origins: query.origins.map(() => ({})),
    destinations: query.destinations.map(() => ({})),
    warnings: [],
    attribution: [],
    raw: undefined,
  };
}
