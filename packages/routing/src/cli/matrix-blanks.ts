import type { Band } from './matrix-bands.ts';
import type { BlankPlace, Place } from './place.ts';

/** Which rows and columns of a table have a place, and how many there are. */
export interface TableShape {
  readonly origins: readonly (Place | BlankPlace)[];
  readonly destinations: readonly (Place | BlankPlace)[];
}

/** Bands with the rows and columns that have no place, as cells without a value. */
export async function* withBlanks(
  bands: AsyncIterable<Band> | Iterable<Band>,
  { origins, destinations }: TableShape,
): AsyncGenerator<Band> {
  const columns = indexesOf(destinations);
  const rows = indexesOf(origins);
  let next = 0;
  for await (const band of bands) {
    const height = (band.durationsSeconds ?? band.distancesMeters)?.length ?? 0;
    const isLast = band.from + height === rows.length;
    const end = isLast ? origins.length : (rows[band.from + height] ?? origins.length);
    const widen = (table: Band['durationsSeconds']) => {
      if (table === undefined) return undefined;
      const wide = Array.from({ length: end - next }, () => destinations.map((): number | null => null));
      for (const [row, cells] of table.entries())
        for (const [column, cell] of cells.entries()) {
          const line = wide[(rows[band.from + row] ?? 0) - next];
          if (line !== undefined) line[columns[column] ?? 0] = cell;
        }
      return wide;
    };
    const durationsSeconds = widen(band.durationsSeconds);
    const distancesMeters = widen(band.distancesMeters);
    yield {
      ...band,
      from: next,
      ...(durationsSeconds && { durationsSeconds }),
      ...(distancesMeters && { distancesMeters }),
    };
    next = end;
  }
}

function indexesOf(places: readonly (Place | BlankPlace)[]): number[] {
  return places.flatMap(({ position }, index) => (position === null ? [] : [index]));
}
