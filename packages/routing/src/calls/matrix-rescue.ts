import type { MatrixAnswer, MatrixQuery, MatrixTable } from '../model/matrix.ts';
import type { SnappedPoint } from '../model/result.ts';
import { defaultSnapRadiusMeters } from '../model/snap.ts';
import type { Engine } from '../model/support.ts';
import type { MatrixTile } from '../split/matrix-tiles.ts';
import { askReachable, unreachable } from './ask-reachable.ts';
import type { Sender } from './sender.ts';
import { snapAll } from './snap-all.ts';

/** Where the places of a matrix are on the road. */
interface SnappedPlaces {
  readonly origins: readonly SnappedPoint[];
  readonly destinations: readonly SnappedPoint[];
}

/** Looks the places of a matrix up, and asks for its tiles without those that have no road near. */
export function createRescue(engine: Engine, sender: Sender, query: MatrixQuery, signal: AbortSignal) {
  const lookup = snapPlaces(engine, sender, query, signal);
  const placesOf = async (tile: MatrixTile) => cutPlaces(await lookup, tile);
  return {
    /** Every place of the tile has a road near. */
    async isRoutable(tile: MatrixTile): Promise<boolean> {
      const { origins, destinations } = await placesOf(tile);
      return [...origins, ...destinations].every(({ position }) => position !== null);
    },
    async ask(part: MatrixQuery, tile: MatrixTile, partSignal: AbortSignal): Promise<MatrixAnswer> {
      return askRoutable(sender, part, await placesOf(tile), partSignal);
    },
  };
}

function cutPlaces({ origins, destinations }: SnappedPlaces, { rows, columns }: MatrixTile): SnappedPlaces {
  return {
    origins: origins.slice(rows.from, rows.to),
    destinations: destinations.slice(columns.from, columns.to),
  };
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
