// Tables as public programs and services export them. The rows are made up; the headers are theirs.
import { describe, expect, it } from 'vitest';
import { readPlaces } from '../../src/files/index.ts';

const inn = { position: [8.681, 49.414], name: 'Inn' };

/** Each with the source of its columns, read 2026-11-29. */
const tables: readonly (readonly [name: string, source: string, text: string])[] = [
  [
    'GTFS stops.txt',
    'https://gtfs.org/documentation/schedule/reference/#stopstxt',
    'stop_id,stop_code,stop_name,stop_desc,stop_lat,stop_lon,zone_id,location_type\n' +
      '7,A1,Inn,,49.414,8.681,2,0\n',
  ],
  [
    'OurAirports',
    'https://ourairports.com/help/data-dictionary.html',
    '"id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","iso_country"\n' +
      '26396,"XX01","heliport","Inn",49.414,8.681,350,"DE"\n',
  ],
  [
    'Overpass CSV',
    'https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL#CSV_output_mode',
    '@id\t@type\tname\t@lat\t@lon\n42\tnode\tInn\t49.414\t8.681\n',
  ],
  [
    'a GeoNames dump',
    'https://download.geonames.org/export/dump/readme.txt',
    '2925533\tInn\tInn\t\t49.414\t8.681\tP\tPPL\tDE\t\t01\t\t\t\t1200\t\t99\tEurope/Berlin\t2024-01-01\n',
  ],
  [
    'Base Adresse Nationale',
    'https://github.com/BaseAdresseNationale/adresse.data.gouv.fr: public/schemas/adresses-csv.md',
    'id;id_fantoir;numero;rep;nom_voie;code_postal;code_insee;nom_commune;x;y;lon;lat;type_position\n' +
      '1_2;1_3;5;;Inn;67000;67482;Strasbourg;1050362.1;6840899.6;8.681;49.414;entrée\n',
  ],
  [
    'Base Adresse Locale',
    'https://schema.data.gouv.fr/etalab/schema-bal/',
    'cle_interop;commune_nom;voie_nom;numero;position;x;y;long;lat;source\n' +
      '1;Strasbourg;Inn;5;entrée;1050362,1;6840899,6;8,681;49,414;commune\n',
  ],
  ['QGIS, GEOMETRY=AS_XY', 'https://gdal.org/drivers/vector/csv.html', 'X,Y,id,name\n8.681,49.414,7,Inn\n'],
  [
    'QGIS, GEOMETRY=AS_WKT',
    'https://gdal.org/drivers/vector/csv.html',
    'WKT,id,name\n"POINT (8.681 49.414)",7,Inn\n',
  ],
  [
    'Darwin Core',
    'https://dwc.tdwg.org/terms/#dwc:decimalLongitude',
    'occurrenceID,decimalLatitude,decimalLongitude,geodeticDatum,name\no1,49.414,8.681,EPSG:4326,Inn\n',
  ],
  [
    'BeSt Address',
    'https://github.com/SmalsResearch/bePelias',
    'EPSG:31370_x,EPSG:31370_y,EPSG:4326_lat,EPSG:4326_lon,address_id,name\n' +
      '149000.1,170000.2,49.414,8.681,1,Inn\n',
  ],
  [
    'a logger with NULs and hemispheres in the cells',
    'https://www.gpsbabel.org/htmldoc-development/fmt_v900.html',
    'INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,NAME\n' +
      '1\u0000\u0000,T,240101,101010,49.414N,8.681E\u0000,100,Inn\n',
  ],
  [
    'GPS tags of pictures',
    'https://exiftool.org/TagNames/GPS.html',
    'Name,GPSLatitude,GPSLatitudeRef,GPSLongitude,GPSLongitudeRef\nInn,49.414,North,8.681,East\n',
  ],
];

describe('tables of others', () => {
  it.each(tables)('%s (%s)', async (_, __, text) => {
    const { places } = await readPlaces(text);
    expect(places).toMatchObject([inn]);
  });

  it('ignored columns are a notice', async () => {
    const [, , ban = ''] = tables.find(([name]) => name === 'Base Adresse Nationale') ?? [];
    const { notices } = await readPlaces(ban);
    expect(notices).toEqual([
      '"lon" and "lat" are read; "x" and "y" are ignored; choose with longitudeColumn and latitudeColumn',
    ]);
  });

  it('several pairs: the first is taken, with a notice, and the options settle it', async () => {
    const text = 'start_lat,start_lon,end_lat,end_lon\n1,2,3,4\n';
    const first = await readPlaces(text);
    expect(first.places).toMatchObject([{ position: [2, 1] }]);
    expect(first.notices).toEqual([expect.stringContaining('"end_lon" and "end_lat" are ignored')]);
    const settled = await readPlaces(text, { longitudeColumn: 'end_lon', latitudeColumn: 'end_lat' });
    expect(settled).toMatchObject({ places: [{ position: [4, 3] }], notices: [] });
  });

  it('names come before ids, and labelColumn settles it', async () => {
    const text = 'id,name,lon,lat\n7,Inn,8.681,49.414\n';
    expect((await readPlaces(text)).places).toMatchObject([inn]);
    expect((await readPlaces(text, { labelColumn: 'ID' })).places).toMatchObject([{ name: '7' }]);
  });

  it.each([
    ['x,y,name\n691607.86,5335761.2,a\n', '"x" and "y" are not degrees but metres of a map projection'],
    ['easting,northing\n691607,5335761\n', '"easting", "northing" are metres of a map projection'],
    ['lon,lat,crs\n8.6,49.4,EPSG:25832\n', 'line 2: the column "crs" has "EPSG:25832"'],
    ['lon,lat,datum\n8.6,49.4,NAD27\n', 'line 2: the column "datum" has "NAD27"'],
    ['WKT,name\n"SRID=3857;POINT (1 2)",a\n', 'POINT (lon lat) is read'],
    ['WKT,name\n"POLYGON ((1 2, 3 4, 5 6, 1 2))",a\n', 'POINT (lon lat) is read'],
    [
      'lat,N/S,lon,E/W\n49.4,Q,8.6,E\n',
      'line 2: the latitude does not fit its hemisphere "Q": column "lat" has "49.4"',
    ],
    ['lat,N/S,lon,E/W\n-49.4,S,8.6,E\n', 'does not fit its hemisphere "S"'],
    ['lat,lon\n"49°24\'50""N","8°40\'51""E"\n', 'is in degrees, minutes and seconds'],
    [
      'Title,Note,URL\nInn,,https://maps.google.com/?cid=1\n',
      'names no column for the longitude and the latitude',
    ],
    ['origin,destination,durationSeconds\na,b,1\n', 'names no column for the longitude and the latitude'],
    ['lat,lon\n1,2\n91,2\n', 'line 3 has a latitude outside -90…90'],
    [
      'name,lat,lon\na,1,2\nb,n/a,2\n',
      'line 3: the latitude is not a number such as 8.681: column "lat" has "n/a"',
    ],
  ])('%j is refused', async (text, message) => {
    await expect(readPlaces(text, { source: 'places.csv' })).rejects.toThrow(message);
    await expect(readPlaces(text, { source: 'places.csv' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('southern and western values have their sign, of a cell and of a column', async () => {
    const cells = await readPlaces('LATITUDE N/S,LONGITUDE E/W\n33.86S,151.2E\n33.86S,70.6W\n');
    const columns = await readPlaces('lat,N/S,lon,E/W\n33.86,S,151.2,E\n33.86,S,70.6,W\n');
    const expected = [{ position: [151.2, -33.86] }, { position: [-70.6, -33.86] }];
    expect(cells.places).toMatchObject(expected);
    expect(columns.places).toMatchObject(expected);
  });

  it('a coordinate system is ignored when the options name the columns, with a notice', async () => {
    const text = 'lon,lat,crs\n8.681,49.414,EPSG:2154\n';
    const file = await readPlaces(text, { longitudeColumn: 'lon', latitudeColumn: 'lat' });
    expect(file.places).toMatchObject([{ position: [8.681, 49.414] }]);
    expect(file.notices).toEqual(['the column "crs" is ignored: the options name the columns']);
  });
});

describe('invalid and blank rows', () => {
  const text = 'name,lon,lat\na,1,2\nb,x,2\nc,1,95\n\nd,3,4\n\n';

  it('skipInvalid goes on, and lists what it skipped', async () => {
    const { places, skipped } = await readPlaces(text, { source: 'p.csv', skipInvalid: true });
    expect(places.map(({ name, position }) => [name, position])).toEqual([
      ['a', [1, 2]],
      [undefined, null],
      ['d', [3, 4]],
    ]);
    expect(skipped).toEqual([
      { where: 'p.csv, line 3', problem: expect.stringContaining('column "lon" has "x"') },
      { where: 'p.csv, line 4', problem: expect.stringContaining('its value: "1, 95"') },
    ]);
  });

  it('a place at 0,0 is a notice: https://github.com/mfdz/gtfs-hub/issues/18', async () => {
    const { notices } = await readPlaces('stop_id,stop_lat,stop_lon\na,0.000000,0.000000\n');
    expect(notices).toEqual([expect.stringContaining('0,0')]);
  });

  it('UTF-16 of both byte orders, with a byte order mark', async () => {
    const table = '\uFEFFname;lon;lat\r\nZoë;8,681;49,414\r\n';
    const little = Buffer.from(table, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big])
      expect((await readPlaces(bytes)).places).toMatchObject([{ position: [8.681, 49.414], name: 'Zoë' }]);
  });

  it('an unknown column and half of a pair', async () => {
    await expect(readPlaces('lon,lat\n1,2\n', { labelColumn: 'title' })).rejects.toThrow(
      '"title" of labelColumn',
    );
    await expect(readPlaces('lon,lat\n1,2\n', { longitudeColumn: 'lon' })).rejects.toThrow('given together');
  });
});
