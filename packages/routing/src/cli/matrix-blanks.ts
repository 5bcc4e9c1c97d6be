import type { MatrixResult, MatrixTable } from '../model/reach/matrix.ts';
import type { MatrixCells } from '../results/cells.ts';
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
  const rows = origins.flatMap(({ position }, index) => (position === null ? [] : [index]));
  let next = 0;
  for await (const band of bands) {
    const height = (band.durationsSeconds ?? band.distancesMeters)?.length ?? 0;
    // The blank rows behind the last one of a band are a part of it.
    const end = rows[band.from + height] ?? origins.length;
    yield { ...band, ...widened(band, { origins: origins.slice(next, end), destinations }), from: next };
    next = end;
  }
}

/** A matrix with the rows and columns that have no place: `position: null`, and cells without a value. */
export function withBlankPlaces(
  result: MatrixResult,
  shape: TableShape,
): MatrixCells & Pick<MatrixResult, 'origins' | 'destinations'> {
  const blank = () => ({ position: null });
  return {
    ...result,
    ...widened(result, shape),
    origins: spread(shape.origins, result.origins, blank),
    destinations: spread(shape.destinations, result.destinations, blank),
  };
}

function widened(cells: MatrixCells, { origins, destinations }: TableShape): MatrixCells {
  const widen = (table: MatrixTable) => {
    const rows = table.map((row) => spread(destinations, row, () => null));
    return spread(origins, rows, () => destinations.map(() => null));
  };
  const { durationsSeconds, distancesMeters } = cells;
  return {
    ...(durationsSeconds && { durationsSeconds: widen(durationsSeconds) }),
    ...(distancesMeters && { distancesMeters: widen(distancesMeters) }),
  };
}

/** A value for each place, from those of the places that are not blank. */
function spread<Value>(
  places: readonly (Place | BlankPlace)[],
  values: readonly Value[],
  blank: () => Value,
): Value[] {
  const rest = values.values();
  return places.map(({ position }) => (position === null ? blank() : (rest.next().value ?? blank())));
}
