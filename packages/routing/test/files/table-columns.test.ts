import { describe, expect, it } from 'vitest';
import { readPlaces, readTrack } from '../../src/files/index.ts';
import { parseCsv } from '../../src/files/table/csv.ts';
import { failureOf } from '../scripted-fetch.ts';

const read = async (text: string, options = {}) => {
  const { places, notices } = await readPlaces(text, options);
  return { places: places.map(({ position, name }) => [name, position]), notices };
};

describe('columns of a table', () => {
  it.each([
    ['Lat Dir', 'Lon Dir'],
    ['Latitude Ref', 'Longitude Ref'],
    ['Latitude Hemisphere', 'Longitude Hemisphere'],
    ['Latitude Direction', 'Longitude Direction'],
    ['latitude_ref', 'longitude_ref'],
    ['N/S', 'E/W'],
  ])('the hemisphere of %s and %s', async (ns, ew) => {
    const text = `Name,Latitude,${ns},Longitude,${ew}\nSydney,33.86,S,151.2,E\nSantiago,33.44,S,70.66,W\n`;
    expect(await read(text)).toEqual({
      places: [
        ['Sydney', [151.2, -33.86]],
        ['Santiago', [-70.66, -33.44]],
      ],
      notices: [],
    });
  });

  it('"Datum" is a date, or a coordinate system by its values', async () => {
    const dates = 'Datum;Name;lat;lon\n01.05.2023;A;49,41;8,68\n';
    expect((await read(dates)).places).toEqual([['A', [8.68, 49.41]]]);
    expect((await read('datum,name,lat,lon\nWGS84,A,49.41,8.68\n')).places).toEqual([['A', [8.68, 49.41]]]);
    const error = await failureOf(read('datum,name,lat,lon\nNAD27,A,49.41,8.68\n'));
    expect(String(error)).toContain('the column "datum" has "NAD27"');
  });

  it('ETRS89 has degrees within a metre of WGS 84, in each form of its name', async () => {
    for (const crs of [
      'EPSG:4258',
      'urn:ogc:def:crs:EPSG::4258',
      'http://www.opengis.net/def/crs/EPSG/0/4258',
    ])
      expect((await read(`crs,lat,lon\n${crs},49.41,8.68\n`)).places).toEqual([[undefined, [8.68, 49.41]]]);
  });

  it('the elevation of a column', async () => {
    const text = 'lat,lon,Altitude (m)\n49.4,8.6,110.5\n49.5,8.7,\n';
    const { segments } = await readTrack(text);
    expect(segments[0]?.points).toEqual([{ position: [8.6, 49.4, 110.5] }, { position: [8.7, 49.5] }]);
    // A tree has a height too.
    expect((await read('lat,lon,height\n49.4,8.6,20\n')).places).toEqual([[undefined, [8.6, 49.4]]]);
  });

  it('the line "sep=;" of a spreadsheet, and its line counts', async () => {
    const text = 'sep=;\r\nname;lon;lat\r\nA, B;8,68;49,41\r\n';
    expect((await read(text)).places).toEqual([['A, B', [8.68, 49.41]]]);
    const error = await failureOf(read(`${text}B;x;49,41\r\n`));
    expect(String(error)).toContain('line 4');
  });

  it('labelColumn needs a header', async () => {
    const error = await failureOf(read('8.68,49.41,a\n', { labelColumn: 'nope' }));
    expect(error).toMatchObject({ code: 'invalid-input' });
    expect(String(error)).toContain('no column "nope" of labelColumn');
  });

  it('an id, a longitude and a latitude without a header', async () => {
    expect(await read('1,8.68,49.41\n2,8.69,49.42\n')).toEqual({
      places: [
        ['1', [8.68, 49.41]],
        ['2', [8.69, 49.42]],
      ],
      notices: ['columns without a header are read as id, lon, lat: the first has whole numbers alone'],
    });
    expect((await read('8.68,49.41,110.5\n')).notices).toEqual([
      'columns without a header are read as lon, lat, name, and the names are numbers',
    ]);
    expect((await read('8.68,49.41,7\n')).notices).toEqual([]);
  });

  it('a cell of five million quotes', () => {
    const rows = parseCsv(`name\n"${'""a'.repeat(5e6)}"\nB\n`, ',', 'stops.txt');
    expect(rows.map(({ line, cells }) => [line, cells[0]?.length])).toEqual([
      [1, 4],
      [2, 1e7],
      [3, 1],
    ]);
  });
});
