import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlaces } from '../../src/files/index.ts';

/** A column of a table: its header, and its value for a place. */
interface Column {
  readonly header: string;
  value(place: Place): string;
}

interface Place {
  readonly longitude: number;
  readonly latitude: number;
  readonly name: string;
}

const headers: readonly (readonly [longitude: string, latitude: string])[] = [
  ['lon', 'lat'],
  ['lng', 'lat'],
  ['Long', 'Lat'],
  ['Longitude', 'LATITUDE'],
  ['stop_lon', 'stop_lat'],
  ['longitude_deg', 'latitude_deg'],
  ['@lon', '@lat'],
  ['X', 'Y'],
];

/** Columns that say nothing of a place, or the same place in metres. */
const others: readonly Column[] = [
  { header: 'easting_m', value: ({ longitude }) => String(Math.round(longitude * 70_000)) },
  { header: 'id', value: () => '7' },
  { header: 'population', value: () => '1200' },
  { header: 'description', value: () => 'a "quoted", text;\nwith a break' },
  { header: 'crs', value: () => 'EPSG:4326' },
];

const degrees = (most: number) =>
  fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((value) => value / 1e5);
// A letter at its beginning, so that no row is blank and no name is trimmed.
const names = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((text) => `n${text.replaceAll(/\s/g, '_')}x`);
const places = fc.array(fc.record({ longitude: degrees(180), latitude: degrees(90), name: names }), {
  minLength: 1,
  maxLength: 8,
});

const tables = fc.record({
  places,
  header: fc.constantFrom(...headers),
  label: fc.constantFrom('name', 'Title', 'stop_name', 'label'),
  extra: fc.subarray([...others]),
  order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  comma: fc.boolean(),
  quotes: fc.constantFrom('all', 'needed'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'utf16le', 'utf16be'),
});

type Table = typeof tables extends fc.Arbitrary<infer Value> ? Value : never;

function write(table: Table): Uint8Array {
  const number = (value: number) => (table.comma ? String(value).replace('.', ',') : String(value));
  const [longitude, latitude] = table.header;
  const columns: Column[] = [
    { header: longitude, value: (place) => number(place.longitude) },
    { header: latitude, value: (place) => number(place.latitude) },
    { header: table.label, value: ({ name }) => name },
    ...table.extra,
  ];
  const ordered = columns
    .map((column, at) => ({ column, key: table.order[at] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ column }) => column);
  const cell = (text: string) =>
    table.quotes === 'all' || /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [
    ordered.map(({ header }) => cell(header)),
    ...table.places.map((place) => ordered.map(({ value }) => cell(value(place)))),
  ].map((cells) => cells.join(table.separator) + table.end);
  const isWide = table.encoding !== 'utf8';
  const bytes = Buffer.from(
    (table.mark || isWide ? '\uFEFF' : '') + lines.join(''),
    isWide ? 'utf16le' : 'utf8',
  );
  return table.encoding === 'utf16be' ? bytes.swap16() : bytes;
}

it('the same places in any order of columns, with any separator, quoting and encoding', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (table) => {
      const file = await readPlaces(write(table));
      expect(file.skipped).toEqual([]);
      expect(file.places.map(({ position, name }) => [position, name])).toEqual(
        // "-0" is a zero of a table.
        table.places.map(({ longitude, latitude, name }) => [[longitude + 0, latitude + 0], name]),
      );
    }),
    { numRuns: 300 },
  );
});

it('degrees come before metres, wherever the columns are', async () => {
  const metres: Column[] = [
    { header: 'x', value: ({ longitude }) => String(1_000_000 + longitude) },
    { header: 'y', value: ({ latitude }) => String(6_000_000 + latitude) },
  ];
  await fc.assert(
    fc.asyncProperty(tables, async (table) => {
      fc.pre(table.header[0] !== 'X');
      const file = await readPlaces(write({ ...table, extra: [...metres, ...table.extra] }));
      expect(file.places.map(({ position }) => position)).toEqual(
        table.places.map(({ longitude, latitude }) => [longitude + 0, latitude + 0]),
      );
      expect(file.notices).toContainEqual(expect.stringContaining('"x" and "y" are ignored'));
    }),
    { numRuns: 100 },
  );
});

it('no text is a fault of the reader: it is read, or refused by name', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc
      .array(
        fc.constantFrom(
          'lon',
          'lat',
          '8',
          '49.4',
          ',',
          ';',
          '\n',
          '"',
          '{',
          '[',
          '<gpx>',
          '<',
          '\u001E',
          ' ',
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join('')),
    fc.json().map(String),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (value, skipInvalid) => {
      const read = await readPlaces(value, { skipInvalid }).catch((error: unknown) => error);
      expect(read).toSatisfy(
        (result) => 'places' in Object(result) || Object(result).code === 'invalid-input',
      );
    }),
    { numRuns: 500 },
  );
});
