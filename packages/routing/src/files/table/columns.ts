import { quoted } from '../report.ts';

/** A pair of columns that may have the places. */
export interface Pair {
  readonly longitude: number;
  readonly latitude: number;
  /** Smaller is better: degrees by name, then `x` and `y`, then what is projected by name. */
  readonly rank: number;
}

/** Each kind of pair: words of the longitude, words of the latitude. */
const kinds = [
  { rank: 0, longitude: ['longitude', 'long', 'lng', 'lon'], latitude: ['latitude', 'lat'] },
  { rank: 4, longitude: ['x'], latitude: ['y'] },
] as const;

/**
 * What stands around the word in the headers of known exports, in the order of preference: GTFS (`stop_lon`),
 * Overpass (`@lon`), OurAirports (`longitude_deg`), Darwin Core (`decimalLongitude`), Takeout
 * (`longitudeE7`).
 */
const knownAffixes = [
  '|',
  '|deg',
  'epsg4326|',
  'stop|',
  'decimal|',
  'geo|',
  'gps|',
  '|wgs84',
  'wgs84|',
  '|decimal',
  '|dd',
  '|e7',
];

/** Headers of metres, never of degrees. */
const projected =
  /^(?:easting|northing|e|n|xlambert|ylambert|rechtswert|hochwert|xcoord|ycoord|(?:x|y)(?:l93|utm|gk))$/;

const letterSuffix = / (?:n\/s|e\/w)$/i;

/** Whether the cells of a column have the letter of the hemisphere too, as in "LATITUDE N/S". */
export function hasLetterSuffix(header: string): boolean {
  return letterSuffix.test(header.trim());
}

/** The header without case, spaces and signs; the letters of a hemisphere that stand behind are no part. */
export function plainName(header: string): string {
  const name = header.toLowerCase().trim();
  return name.replace(letterSuffix, '').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** All pairs of columns by the words of a header, the best first. */
export function pairsIn(headers: readonly string[]): Pair[] {
  const names = headers.map(plainName);
  const pairs: Pair[] = [];
  for (const kind of kinds) {
    const latitudes = names.map((name) => affixesOf(name, kind.latitude));
    for (const [column, name] of names.entries()) {
      const affixes = affixesOf(name, kind.longitude);
      const partner = affixes === undefined ? -1 : latitudes.indexOf(affixes);
      if (affixes === undefined || partner === -1) continue;
      // "Longitude Ref" has the letter of "Longitude".
      if (/(?:ref|dir|direction|hemisphere)$/.test(name)) continue;
      const known = knownAffixes.indexOf(affixes);
      // `max_x` and `tax` are not places: of `x` and `y` only the plain names are.
      if (kind.rank > 0 && known !== 0) continue;
      pairs.push({
        longitude: column,
        latitude: partner,
        rank: kind.rank + (known === -1 ? 2 : known / knownAffixes.length),
      });
    }
  }
  return pairs.sort((a, b) => a.rank - b.rank || a.longitude - b.longitude);
}

/** What stands around a word in a name: `stop|` for `stoplon`. */
function affixesOf(name: string, words: readonly string[]): string | undefined {
  const exact = words.find((word) => name === word);
  if (exact !== undefined) return '|';
  for (const word of words) {
    if (name.startsWith(word) && knownAffixes.includes(`|${name.slice(word.length)}`))
      return `|${name.slice(word.length)}`;
    if (name.endsWith(word) && word.length > 1) return `${name.slice(0, -word.length)}|`;
    if (name.startsWith(word) && word.length > 3) return `|${name.slice(word.length)}`;
  }
  return undefined;
}

/** The headers that are metres of a map projection. */
export function projectedIn(headers: readonly string[]): readonly string[] {
  return headers.filter((header) => projected.test(plainName(header)));
}

const labelNames = ['name', 'label', 'title', 'stopname', 'displayname', 'nom', 'bezeichnung', 'nombre'];
const idNames = ['id', 'code', 'ident', 'key', 'stopid', 'osmid', 'ref', 'uuid'];

/** The column of the names: a name, then what has a name in its header, then an address, then an id. */
export function labelIn(headers: readonly string[]): number {
  const names = headers.map(plainName);
  const ways: readonly ((name: string) => boolean)[] = [
    ...labelNames.map((word) => (name: string) => name === word),
    (name) => /^(?:name|nom)|(?:name|nom)$/.test(name) && !/commune|file|user/.test(name),
    (name) => name.startsWith('address') || name === 'adresse' || name === 'street',
    ...idNames.map((word) => (name: string) => name === word),
  ];
  for (const way of ways) {
    const column = names.findIndex(way);
    if (column !== -1) return column;
  }
  return -1;
}

/** A column with a geometry as text, as QGIS writes it with "Geometry: AS_WKT". */
export function wktIn(headers: readonly string[]): number {
  return headers.findIndex((header) =>
    ['wkt', 'wktgeom', 'geom', 'geometry', 'thegeom'].includes(plainName(header)),
  );
}

const elevationNames = ['ele', 'elevation', 'altitude', 'alt', 'elem', 'elevationm', 'altitudem', 'altm'];

/** The column of the metres above sea level. A `height` is one of a track alone. */
export function elevationIn(headers: readonly string[], isTrack: boolean): number {
  const names = isTrack ? [...elevationNames, 'height', 'heightm'] : elevationNames;
  return headers.findIndex((header) => names.includes(plainName(header)));
}

/** Names of columns in a message. */
export function listed(headers: readonly string[]): string {
  const shown = headers.slice(0, 12).map(quoted).join(', ');
  return headers.length > 12 ? `${shown}, …` : shown;
}
