import { plainName } from './columns.ts';

/** Columns that change the meaning of others. */
export interface Meaning {
  /** The column with N or S, and that with E or W. */
  readonly latitudeSign: number;
  readonly longitudeSign: number;
  /** The column with the coordinate system. */
  readonly system: number;
}

const latitudeSigns = [
  'ns',
  'latitudens',
  'latref',
  'latituderef',
  'gpslatituderef',
  'latdir',
  'latitudedirection',
];
const longitudeSigns = [
  'ew',
  'longitudeew',
  'lonref',
  'longituderef',
  'gpslongituderef',
  'londir',
  'longdir',
  'longitudedirection',
];
const systems = [
  'crs',
  'srs',
  'srid',
  'epsg',
  'epsgcode',
  'datum',
  'geodeticdatum',
  'coordinatesystem',
  'projection',
];

export function meaningIn(headers: readonly string[]): Meaning {
  // "LATITUDE N/S" has the letter in the cell of the number.
  const names = headers.map((header) => (/^l\w+ ./i.test(header.trim()) ? '' : plainName(header)));
  const find = (words: readonly string[]) => names.findIndex((name) => words.includes(name));
  return {
    latitudeSign: find([...latitudeSigns, 'lathemisphere', 'latitudehemisphere', 'hemisphere']),
    longitudeSign: find([...longitudeSigns, 'lonhemisphere', 'longitudehemisphere']),
    system: find(systems),
  };
}

/**
 * Whether the name of a coordinate system is one of degrees on WGS 84, or on a datum within a metre of it
 * (ETRS89, RGF93). An empty one is.
 */
export function isWgs84(name: string): boolean {
  const text = name.toUpperCase().replaceAll(/[\s_-]/g, '');
  return (
    /^(?:(?:EPSG|SRID)?[:=]?)?(?:4326|4979|4258|4171)?$/.test(text) ||
    /^(?:WGS(?:19)?84|ETRS89|RGF93|GPS|(?:OGC:)?CRS84H?)$/.test(text) ||
    /^URN:OGC:DEF:CRS:(?:OGC:[\d.]*:CRS84H?|EPSG:[\d.]*:(?:4326|4979))$/.test(text) ||
    /^HTTPS?:\/\/WWW\.OPENGIS\.NET\/DEF\/CRS\/(?:OGC\/[\d.]+\/CRS84H?|EPSG\/[\d.]+\/(?:4326|4979))$/.test(
      text,
    )
  );
}

/** The value with the sign of its hemisphere; `NaN` for a letter that is none, or a sign that is there. */
export function signed(value: number, letter: string | undefined, negative: 'S' | 'W'): number {
  if (letter === undefined) return value;
  const text = letter.trim().toUpperCase().slice(0, 1);
  if (text === (negative === 'S' ? 'N' : 'E') && value >= 0) return value;
  return text === negative && value >= 0 ? -value : Number.NaN;
}
