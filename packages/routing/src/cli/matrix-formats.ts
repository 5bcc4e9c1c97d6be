import { allCellsOf, exportCell } from '../results/cells.ts';
import type { MatrixCsvOptions } from '../results/matrix.ts';
import type { Band } from './matrix-bands.ts';
import type { TableShape } from './matrix-blanks.ts';

/** How a matrix is written. */
export interface MatrixLayout {
  readonly layout: 'long' | 'wide';
  readonly names: { readonly origins: readonly string[]; readonly destinations: readonly string[] };
  readonly places: TableShape;
}

interface MatrixWriter {
  band(band: Band): string;
  end(attribution: readonly string[]): string;
}

type ToCsv = (band: Band, options: MatrixCsvOptions) => string;

export function createMatrixWriter(
  format: 'csv' | 'geojson',
  layout: MatrixLayout,
  toCsv: ToCsv,
): MatrixWriter {
  return format === 'geojson' ? geoJsonWriter(layout) : csvWriter(layout, toCsv);
}

function csvWriter({ layout, names: { origins, destinations } }: MatrixLayout, toCsv: ToCsv): MatrixWriter {
  return {
    band: (band) =>
      toCsv(band, { layout, origins: origins.slice(band.from), destinations, header: band.from === 0 }),
    end: () => '',
  };
}

const measureNames = { duration: 'durationSeconds', distance: 'distanceMeters' } as const;

/** A line for each pair of places, with `null` where there is no route. */
function geoJsonWriter({ names, places }: MatrixLayout): MatrixWriter {
  let isFirst = true;
  const write = (from: number, column: number, measures: object) => {
    const ends = [places.origins[from]?.position, places.destinations[column]?.position];
    const geometry = ends.includes(null) ? null : { type: 'LineString', coordinates: ends };
    const text = JSON.stringify({
      type: 'Feature',
      geometry,
      properties: { origin: names.origins[from], destination: names.destinations[column], ...measures },
    });
    const before = isFirst ? '{"type":"FeatureCollection","features":[\n' : ',\n';
    isFirst = false;
    return before + text;
  };
  return {
    band: (band) => {
      const tables = allCellsOf(band).map(({ metric, all }) => ({ metric, cells: all() }));
      const measuresOf = (row: number, column: number) =>
        tables.map(({ metric, cells }) => [measureNames[metric], exportCell(cells[row]?.[column])] as const);
      const feature = (row: number, column: number) =>
        write(band.from + row, column, Object.fromEntries(measuresOf(row, column)));
      return (tables[0]?.cells ?? [])
        .map((cells, row) => cells.map((_, column) => feature(row, column)).join(''))
        .join('');
    },
    end: (attribution) => `\n],"attribution":${JSON.stringify(attribution)}}\n`,
  };
}
