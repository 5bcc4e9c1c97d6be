import { isPlaceRefusal, isUnconnected, NoRouteError, PointNotFoundError } from '../errors.ts';
import { isSamePlace, type Position } from '../model/geometry/position.ts';
import { defaultSnapRadiusMeters } from '../model/places/snap-radius.ts';
import type { MatrixAnswer, MatrixQuery, MatrixTable } from '../model/reach/matrix.ts';
import type { RoutingWarning, SnappedPoint } from '../model/result.ts';
import { type AnsweredTile, cellOf } from '../split/matrix-tables.ts';
import type { MatrixTile, Slice } from '../split/plans.ts';
import { atPoint, indexInMatrix } from './point-index.ts';
import type { Sender } from './sender.ts';
import { nothingStated, sendSnaps } from './snap.ts';

/** The places of a matrix, or of one tile, on the road. */
interface SnappedPlaces {
  readonly origins: readonly SnappedPoint[];
  readonly destinations: readonly SnappedPoint[];
}

/** The indexes of the places of one request in the whole matrix. */
interface PlaceIndexes {
  readonly origins: readonly number[];
  readonly destinations: readonly number[];
}

/**
 * Requests the tiles of one matrix. Some engines refuse a whole request for one place without a road, or if
 * nothing is reachable; others answer `null` there. The result has `null` in both cases.
 */
export class MatrixTiles {
  readonly #sender: Sender;
  readonly #query: MatrixQuery;
  // Looked up once for all tiles, after the first refusal.
  #places: Promise<SnappedPlaces> | undefined;

  constructor(sender: Sender, query: MatrixQuery) {
    this.#sender = sender;
    this.#query = query;
  }

  readonly request = async (tile: MatrixTile, signal: AbortSignal | undefined): Promise<AnsweredTile> => {
    const query = { ...this.#query, ...cut(this.#query, tile) };
    if (this.#places !== undefined) return { tile, answer: await this.#requestRoutable(query, tile, signal) };
    try {
      const all = { origins: indexesOf(tile.rows), destinations: indexesOf(tile.columns) };
      return { tile, answer: await this.#requestReachable(query, all, signal) };
    } catch (error) {
      if (!isPlaceRefusal(error) || !this.#sender.canLookUp) throw error;
      const { origins, destinations } = await this.#placesOf(tile, signal);
      if ([...origins, ...destinations].every(isRoutable) && !isUnconnected(error)) throw error;
      return { tile, answer: await this.#requestRoutable(query, tile, signal) };
    }
  };

  /** Some engines refuse a matrix in which nothing is reachable. */
  async #requestReachable(
    query: MatrixQuery,
    at: PlaceIndexes,
    signal: AbortSignal | undefined,
  ): Promise<MatrixAnswer> {
    try {
      return await this.#sender.send('matrix', query, signal);
    } catch (error) {
      if (!NoRouteError.isInstance(error) || isUnconnected(error))
        throw this.#withIndexOfWhole(error, query, at);
      const warnings: RoutingWarning[] = [];
      const answer = unreachable(query, (origin, destination) => {
        if (!isSamePlace(origin, destination)) return null;
        warnings[0] = zeroNotice;
        return 0;
      });
      return { ...answer, warnings };
    }
  }

  /** Halves a matrix with places in several regions until each part is in one region, or is one cell. */
  async #requestConnected(
    query: MatrixQuery,
    at: PlaceIndexes,
    signal: AbortSignal | undefined,
  ): Promise<MatrixAnswer> {
    try {
      return await this.#requestReachable(query, at, signal);
    } catch (error) {
      if (!isUnconnected(error)) throw error;
      const side = query.origins.length < query.destinations.length ? 'destinations' : 'origins';
      const count = query[side].length;
      if (count === 1) return unreachable(query, () => null);
      const half = (from: number, to: number) =>
        this.#requestConnected(
          { ...query, [side]: query[side].slice(from, to) },
          { ...at, [side]: at[side].slice(from, to) },
          signal,
        );
      const middle = Math.ceil(count / 2);
      return joinHalves(await half(0, middle), await half(middle, count), side);
    }
  }

  /** Requests the places that have a road near, and puts `null` in the cells of the others. */
  async #requestRoutable(
    query: MatrixQuery,
    tile: MatrixTile,
    signal: AbortSignal | undefined,
  ): Promise<MatrixAnswer> {
    const places = await this.#placesOf(tile, signal);
    const rows = places.origins.map(isRoutable);
    const columns = places.destinations.map(isRoutable);
    const origins = query.origins.filter((_, index) => rows[index]);
    const destinations = query.destinations.filter((_, index) => columns[index]);
    if (origins.length === 0 || destinations.length === 0)
      return { ...unreachable(query, () => null), ...places };
    const at = {
      origins: indexesOf(tile.rows).filter((_, index) => rows[index]),
      destinations: indexesOf(tile.columns).filter((_, index) => columns[index]),
    };
    const answer = await this.#requestConnected({ ...query, origins, destinations }, at, signal);
    const { durationsSeconds, distancesMeters } = answer;
    return {
      ...answer,
      ...places,
      ...(durationsSeconds && { durationsSeconds: spread(durationsSeconds, rows, columns) }),
      ...(distancesMeters && { distancesMeters: spread(distancesMeters, rows, columns) }),
    };
  }

  /** The service counts the places of its request, the caller those of the whole matrix. */
  #withIndexOfWhole(error: unknown, query: MatrixQuery, { origins, destinations }: PlaceIndexes): unknown {
    if (!PointNotFoundError.isInstance(error)) return error;
    const index = indexInMatrix(error, query);
    const destination = destinations[index - origins.length];
    const shifted = destination === undefined ? undefined : this.#query.origins.length + destination;
    return atPoint(error, origins[index] ?? shifted);
  }

  async #placesOf(tile: MatrixTile, signal: AbortSignal | undefined): Promise<SnappedPlaces> {
    const places = this.#places ?? this.#lookUpPlaces(signal);
    this.#places = places;
    try {
      return cut(await places, tile);
    } catch (error) {
      // The next part tries again.
      if (this.#places === places) this.#places = undefined;
      throw error;
    }
  }

  async #lookUpPlaces(signal: AbortSignal | undefined): Promise<SnappedPlaces> {
    const {
      profile,
      origins,
      destinations,
      snapRadiusMeters: radiusMeters = defaultSnapRadiusMeters,
    } = this.#query;
    const query = { profile, positions: [...origins, ...destinations], radiusMeters };
    const points = await sendSnaps(this.#sender, query, signal);
    return { origins: points.slice(0, origins.length), destinations: points.slice(origins.length) };
  }
}

/** The engine refused the whole matrix. */
const zeroNotice = {
  kind: 'notice',
  message: 'There is no route between these places; 0 from a place to itself is not from the engine.',
} as const;

function cut<Place>(
  whole: { readonly origins: readonly Place[]; readonly destinations: readonly Place[] },
  { rows, columns }: MatrixTile,
) {
  return {
    origins: whole.origins.slice(rows.from, rows.to),
    destinations: whole.destinations.slice(columns.from, columns.to),
  };
}

function indexesOf({ from, to }: Slice): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

function isRoutable({ position }: SnappedPoint): boolean {
  return position !== null;
}

function unreachable(
  query: MatrixQuery,
  cell: (origin: Position, destination: Position) => number | null,
): MatrixAnswer {
  const { origins, destinations, metrics } = query;
  const table = () => origins.map((origin) => destinations.map((destination) => cell(origin, destination)));
  return {
    ...(metrics.includes('duration') ? { durationsSeconds: table() } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: table() } : {}),
    origins: origins.map(() => ({})),
    destinations: destinations.map(() => ({})),
    ...nothingStated,
  };
}

function spread(table: MatrixTable, rows: readonly boolean[], columns: readonly boolean[]): MatrixTable {
  let row = 0;
  return rows.map((hasRow) => {
    const cells = hasRow ? table[row++] : undefined;
    let column = 0;
    return columns.map((hasColumn) => (hasRow && hasColumn ? cellOf(cells?.[column++]) : null));
  });
}

function joinHalves(
  first: MatrixAnswer,
  second: MatrixAnswer,
  side: 'origins' | 'destinations',
): MatrixAnswer {
  const join = (name: 'durationsSeconds' | 'distancesMeters') => {
    const [one, other] = [first[name], second[name]];
    if (one === undefined || other === undefined) return {};
    const rows = one.map((row, index) => [...row, ...(other[index] ?? [])]);
    return { [name]: side === 'origins' ? [...one, ...other] : rows };
  };
  return {
    ...first,
    ...join('durationsSeconds'),
    ...join('distancesMeters'),
    [side]: [...first[side], ...second[side]],
    warnings: [...first.warnings, ...second.warnings],
  };
}
