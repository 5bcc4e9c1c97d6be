import { hasLetterSuffix, plainName } from './columns.ts';
import type { CsvRow } from './csv.ts';

/** Columns that change the meaning of others. */
export interface Meaning {
  /** The column with N or S, and that with E or W. */
  readonly latitudeSign: number;
  readonly longitudeSign: number;
  /** The column with the coordinate system. */
  readonly system: number;
}

const latitudeSign =
  /^(?:ns(?:indicator)?|(?:gps)?lat(?:itude)?(?:ns|ref|dir|direction|hemisphere)|hemisphere)$/;
const longitudeSign =
  /^(?:ew(?:indicator)?|(?:gps)?(?:lon|long|lng|longitude)(?:ew|ref|dir|direction|hemisphere))$/;
const systems = /^(?:crs|srs|srid|epsg|epsgcode|geodeticdatum|coordinatesystem|projection)$/;

// The beginning of the name of a system, among the values of a column that may have dates instead.
const systemValue =
  /^(?:epsg|srid|urn:|https?:|wgs|etrs|itrf|nad|gda|agd|ed ?\d|osgb|rgf|dhdn|jgd|sirgas|cgcs)/i;

/** Columns with a sign or a system, by their headers; those of `Datum` also by their values. */
export function meaningIn(headers: readonly string[], samples: readonly CsvRow[]): Meaning {
  // "LATITUDE N/S" has the letter in the cell of the number.
  const names = headers.map((header) => (hasLetterSuffix(header) ? '' : plainName(header)));
  const find = (words: RegExp) => names.findIndex((name) => words.test(name));
  // "Datum" is a geodetic datum, and in German, Dutch and the Nordic languages a date.
  const datum = names.indexOf('datum');
  const isSystem = samples.some(({ cells }) => isSystemName(cells[datum]?.trim() ?? ''));
  const system = find(systems);
  return {
    latitudeSign: find(latitudeSign),
    longitudeSign: find(longitudeSign),
    system: system === -1 && isSystem ? datum : system,
  };
}

function isSystemName(value: string): boolean {
  return value !== '' && (systemValue.test(value) || isWgs84(value));
}

/**
 * Whether the name of a coordinate system is one of degrees on WGS 84, or on a datum within a metre of it
 * (ETRS89, RGF93). An empty one is.
 */
export function isWgs84(name: string): boolean {
  const text = name.toUpperCase().replaceAll(/[\s_-]/g, '');
  const code =
    /^(?:URN:OGC:DEF:CRS:EPSG:[\d.]*:|HTTPS?:\/\/WWW\.OPENGIS\.NET\/DEF\/CRS\/EPSG\/[\d.]+\/)(\d+)$/.exec(
      text,
    );
  return (
    /^(?:(?:EPSG|SRID)?[:=]?)?(?:4326|4979|4258|4171)?$/.test(code?.[1] ?? text) ||
    /^(?:WGS(?:19)?84|ETRS89|RGF93|GPS|(?:OGC:)?CRS84H?)$/.test(text) ||
    /^URN:OGC:DEF:CRS:OGC:[\d.]*:CRS84H?$/.test(text) ||
    /^HTTPS?:\/\/WWW\.OPENGIS\.NET\/DEF\/CRS\/OGC\/[\d.]+\/CRS84H?$/.test(text)
  );
}

/** The value with the sign of its hemisphere; `NaN` for a letter that is none, or a sign that is there. */
export function signed(value: number, letter: string | undefined, negative: 'S' | 'W'): number {
  if (letter === undefined) return value;
  const text = letter.trim().toUpperCase().slice(0, 1);
  if (text === (negative === 'S' ? 'N' : 'E') && value >= 0) return value;
  return text === negative && value >= 0 ? -value : Number.NaN;
}
