import { describe, expect, it } from 'vitest';
import { readPlaces, readTrack } from '../../src/files/index.ts';

const gpx = (content: string, attributes = '') =>
  '<?xml version="1.0"?>\n<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"' +
  `${attributes}>${content}</gpx>`;
const kml = (content: string) =>
  '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" ' +
  `xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${content}</Document></kml>`;
const point = (lon: number, lat: number, inside = '') => `<trkpt lon="${lon}" lat="${lat}">${inside}</trkpt>`;
const feature = (geometry: unknown, rest: object = {}) => ({
  type: 'Feature',
  properties: null,
  geometry,
  ...rest,
});
const json = JSON.stringify;

describe('GPX', () => {
  it('segments, names, elevations and times of a track', async () => {
    const text = gpx(
      '<trk><trkseg>' +
        point(8, 49, '<ele>110.5</ele><time>2024-05-01T10:00:00Z</time>') +
        point(8.1, 49.1, '<time>2024-05-01T12:00:01.250+02:00</time>') +
        '</trkseg><trkseg/><trkseg>' +
        point(9, 50) +
        '</trkseg><name>Ride &amp; rest</name></trk>',
    );
    const { format, segments, notices } = await readTrack(text, { source: 'ride.gpx' });
    expect({ format, notices }).toEqual({ format: 'gpx', notices: [] });
    expect(segments).toEqual([
      {
        name: 'Ride & rest',
        where: 'ride.gpx, line 2',
        points: [
          { position: [8, 49, 110.5], timeSeconds: 1_714_557_600 },
          { position: [8.1, 49.1], timeSeconds: 1_714_557_601.25 },
        ],
      },
      { name: 'Ride & rest', where: 'ride.gpx, line 2', points: [{ position: [9, 50] }] },
    ]);
  });

  it('waypoints are places before routes, and routes before tracks', async () => {
    const wpt = '<wpt lon="1" lat="2"><name><![CDATA[A & B]]></name></wpt>';
    const rte = '<rte><name>R</name><rtept lon="3" lat="4"><name>C</name></rtept></rte>';
    const trk = `<trk><trkseg>${point(5, 6)}</trkseg></trk>`;
    const namesOf = async (text: string) =>
      (await readPlaces(gpx(text))).places.map(({ position, name }) => [position, name]);
    expect(await namesOf(wpt + rte + trk)).toEqual([[[1, 2], 'A & B']]);
    expect(await namesOf(rte + trk)).toEqual([[[3, 4], 'C']]);
    expect(await namesOf(trk)).toEqual([[[5, 6], undefined]]);
    expect((await readPlaces(gpx(wpt + rte + trk))).notices).toEqual([
      'the lines are ignored: the points are the places',
    ]);
  });

  // https://github.com/gpxstudio/gpxstudio.github.io/issues/18
  it('a prefix without a declaration', async () => {
    const extension =
      '<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>90</gpxtpx:hr></gpxtpx:TrackPointExtension>' +
      '</extensions>';
    const { segments } = await readTrack(
      gpx(`<trk><trkseg>${point(1, 2, extension)}${point(3, 4)}</trkseg></trk>`),
    );
    expect(segments[0]?.points).toHaveLength(2);
  });

  it('a prefixed root, single quotes, and another encoding', async () => {
    const text =
      "<?xml version='1.0' encoding='ISO-8859-1'?><g:gpx xmlns:g='http://www.topografix.com/GPX/1/0'>" +
      "<g:wpt lat='2' lon='1'><g:name>Zoë</g:name></g:wpt></g:gpx>";
    expect((await readPlaces(Buffer.from(text, 'latin1'))).places).toMatchObject([
      { position: [1, 2], name: 'Zoë' },
    ]);
  });

  it.each([
    ['<wpt lon="1"/>', 'line 2 must hold finite numbers only; its value: "lon="1" lat="""'],
    ['<wpt lon="NaN" lat="NaN"/>', 'must hold finite numbers only'],
    ['<wpt lon="1" lat="91"/>', 'has a latitude outside -90…90'],
    ['<wpt lon="1" lat="2">', 'the XML is not valid'],
    ['<trk><trkseg/></trk>', 'has no points and no lines'],
  ])('%s is refused', async (content, message) => {
    await expect(readPlaces(gpx(content))).rejects.toThrow(message);
  });
});

describe('KML', () => {
  it('points, lines, spaces in tuples, and the name behind the geometry', async () => {
    const text = kml(
      '<Folder><Placemark><Point><coordinates>\n 8.681, 49.414,0 </coordinates></Point>' +
        '<name>Inn</name></Placemark>' +
        '<Placemark><name>Way</name><MultiGeometry><LineString><coordinates>1,2 3,4,5\n6,7,</coordinates>' +
        '</LineString></MultiGeometry></Placemark></Folder>',
    );
    expect((await readPlaces(text)).places).toMatchObject([{ position: [8.681, 49.414, 0], name: 'Inn' }]);
    expect((await readTrack(text)).segments).toMatchObject([
      { name: 'Way', points: [{ position: [1, 2] }, { position: [3, 4, 5] }, { position: [6, 7] }] },
    ]);
  });

  it('gx:Track and gx:MultiTrack: https://github.com/mapbox/togeojson/issues/41', async () => {
    const track = (hour: string) =>
      `<gx:Track><when>2024-05-01T${hour}:00:00Z</when><when>2024-05-01T${hour}:00:05Z</when>` +
      `<gx:coord>8 49 100</gx:coord><gx:coord>8.1 49.1 101</gx:coord></gx:Track>`;
    const { segments } = await readTrack(
      kml(
        `<Placemark><name>Run</name><gx:MultiTrack>${track('10')}${track('11')}</gx:MultiTrack></Placemark>`,
      ),
    );
    expect(segments.map(({ name, points }) => [name, points.map(({ timeSeconds }) => timeSeconds)])).toEqual([
      ['Run', [1_714_557_600, 1_714_557_605]],
      ['Run', [1_714_561_200, 1_714_561_205]],
    ]);
  });

  it.each([
    [
      '<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 5,6 1,2</coordinates>' +
        '</LinearRing></outerBoundaryIs></Polygon></Placemark>',
      'an area (Polygon)',
    ],
    [
      '<NetworkLink><Link><href>http://127.0.0.1/a.kml</href></Link></NetworkLink>',
      'only links to other files',
    ],
    ['<Placemark><Point><coordinates>49.4;8.6</coordinates></Point></Placemark>', 'its value: "49.4;8.6"'],
  ])('%s is refused', async (content, message) => {
    await expect(readPlaces(kml(content))).rejects.toThrow(message);
  });
});

describe('KML, beside areas', () => {
  const ring = '<LinearRing><coordinates>1,2 3,4 5,6 1,2</coordinates></LinearRing>';

  it('a ring of its own is a line', async () => {
    for (const content of [ring, `<MultiGeometry>${ring}</MultiGeometry>`]) {
      const { segments, notices } = await readTrack(kml(`<Placemark>${content}</Placemark>`));
      expect(segments.map(({ points }) => points.map(({ position }) => position))).toEqual([
        [
          [1, 2],
          [3, 4],
          [5, 6],
          [1, 2],
        ],
      ]);
      expect(notices).toEqual([]);
    }
  });

  it.each([
    '<Point><coordinates>1,2</coordinates></Point>',
    '<LineString><coordinates>1,2 3,4</coordinates></LineString>',
    ring,
    `<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon>`,
    '<gx:Track><gx:coord>1 2 3</gx:coord></gx:Track>',
  ])('outside of a Placemark, %s is named', async (content) => {
    const line = '<Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>';
    const { segments, notices } = await readTrack(kml(content + line));
    expect(segments).toHaveLength(1);
    expect(notices).toEqual(['geometry outside a Placemark is ignored']);
  });
});

it.each([
  '2026-01-01T10:00:00Z',
  '2026-01-01t10:00:00z',
  '2026-01-01T10:00:00 Z',
  '2026-01-01 10:00:00Z',
  '2026-01-01 10:00:00 Z',
  '2026-01-01 10:00',
  '2026-01-01T10:00:00.000',
  '2026-01-01T10:00:00,000Z',
  '2026-01-01T11:00:00+01:00',
  '2026-01-01T11:00:00 +01:00',
  '2026-01-01 11:00:00 +0100',
  '2026-01-01T11:00:00+0100',
  '2026-01-01 11:00:00+01',
  '2026-01-01T06:30:00-03:30',
])('the time %s is read', async (time) => {
  const { segments } = await readTrack(`lon,lat,time\n8,49,"${time}"\n`);
  expect(segments[0]?.points[0]?.timeSeconds).toBe(Date.UTC(2026, 0, 1, 10) / 1000);
});

it.each([
  ['49.4N,8.6E', 'the longitude has the letter N, that of a latitude: column "lon" has "49.4N"'],
  ['S 8.6,8.6', 'the longitude has the letter S, that of a latitude: column "lon" has "S 8.6"'],
  ['8.6E,49.4w', 'the latitude has the letter w, that of a longitude: column "lat" has "49.4w"'],
])('%s under lon,lat is refused by its letter', async (row, message) => {
  await expect(readPlaces(`lon,lat\n${row}\n`)).rejects.toThrow(`line 2: ${message}`);
});

describe('GeoJSON (RFC 7946)', () => {
  const a = { type: 'Point', coordinates: [1, 2] };
  const line = {
    type: 'LineString',
    coordinates: [
      [1, 2, 9],
      [3, 4, 9],
    ],
  };

  it.each([
    ['a geometry', a, [[1, 2]]],
    ['a feature', feature(a), [[1, 2]]],
    [
      'a collection, with bbox and a foreign member',
      { type: 'FeatureCollection', bbox: [1, 2, 1, 2], generator: 'x', features: [feature(a)] },
      [[1, 2]],
    ],
    [
      'MultiPoint',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'GeometryCollection',
      { type: 'GeometryCollection', geometries: [a, { type: 'GeometryCollection', geometries: [a] }] },
      [
        [1, 2],
        [1, 2],
      ],
    ],
    [
      'LineString, 3-D',
      line,
      [
        [1, 2, 9],
        [3, 4, 9],
      ],
    ],
    [
      'MultiLineString',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
      },
      [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
      ],
    ],
    ['points before lines', { type: 'FeatureCollection', features: [feature(line), feature(a)] }, [[1, 2]]],
    [
      'a feature without a place',
      { type: 'FeatureCollection', features: [feature(a), feature(null)] },
      [[1, 2], null],
    ],
    ['more than three numbers', { type: 'Point', coordinates: [1, 2, 3, 4] }, [[1, 2, 3]]],
    [
      'crs of WGS 84',
      { ...a, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } } },
      [[1, 2]],
    ],
  ])('%s', async (_, value, expected) => {
    expect((await readPlaces(json(value))).places.map(({ position }) => position)).toEqual(expected);
  });

  it.each([
    ['RFC 8142', (texts: string[]) => texts.map((text) => `\u001E${text}\n`).join('')],
    ['an object a line', (texts: string[]) => texts.join('\n')],
  ])('a sequence: %s', async (_, join) => {
    const text = join([json(feature(a, { id: 7 })), json(feature(a, { properties: { name: 'n' } }))]);
    expect((await readPlaces(text)).places.map(({ name }) => name)).toEqual(['7', 'n']);
  });

  it('names of features: a name, a title, an id', async () => {
    const nameOf = async (rest: object) => (await readPlaces(json(feature(a, rest)))).places[0]?.name;
    expect(await nameOf({ id: 0 })).toBe('0');
    expect(await nameOf({ id: 0, properties: { title: 'T' } })).toBe('T');
    expect(await nameOf({ properties: { location: { name: 'Saved' } } })).toBe('Saved');
    expect(await nameOf({ properties: { __proto__: { name: 'inherited' } } })).toBeUndefined();
  });

  it('times of a line, of points, and of the location history of Google', async () => {
    const timed = feature(line, {
      properties: { coordTimes: ['2024-05-01T10:00:00Z', '2024-05-01T10:00:05Z'] },
    });
    const [first] = (await readTrack(json(timed))).segments;
    expect(first?.points.map(({ timeSeconds }) => timeSeconds)).toEqual([1_714_557_600, 1_714_557_605]);
    const history = {
      locations: [
        { latitudeE7: 494140000, longitudeE7: 86810000, timestamp: '2024-05-01T10:00:00Z' },
        { latitudeE7: 494150000, longitudeE7: 86820000, timestampMs: '1714557605000' },
      ],
    };
    const { segments, notices } = await readTrack(json(history));
    expect(segments[0]?.points).toEqual([
      { position: [8.681, 49.414], timeSeconds: 1_714_557_600 },
      { position: [8.682, 49.415], timeSeconds: 1_714_557_605 },
    ]);
    expect(notices).toEqual([expect.stringContaining('location history of Google')]);
  });

  it.each([
    [{ type: 'Polygon', coordinates: [] }, 'an area (Polygon)'],
    [{ type: 'MultiPolygon', coordinates: [] }, 'an area (MultiPolygon)'],
    [
      { ...a, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25832' } } },
      'its crs is "urn:ogc:def:crs:EPSG::25832"',
    ],
    [{ type: 'Topology', objects: {} }, 'is TopoJSON'],
    [feature({ x: 1, y: 2 }), 'is a geometry of Esri'],
    [{ type: 'point', coordinates: [1, 2] }, 'has the type "point", which is not a type of GeoJSON'],
    [{ type: 'FeatureCollection' }, 'has no list of features'],
    [{ type: 'Point', coordinates: ['1', '2'] }, 'not strings'],
    [{ type: 'Point', coordinates: [1, 95] }, 'its value: "[1,95]"'],
    [{ hello: 1 }, 'is not a point, a line, a feature or a collection'],
    [{ type: 'FeatureCollection', features: [] }, 'has no points and no lines'],
  ])('%j is refused', async (value, message) => {
    await expect(readPlaces(json(value))).rejects.toThrow(message);
  });

  it('skipInvalid leaves out what is not a place', async () => {
    const text = json({
      type: 'FeatureCollection',
      features: [feature({ type: 'Polygon', coordinates: [] }), feature(a), 7],
    });
    const { places, skipped } = await readPlaces(text, { source: 'a.json', skipInvalid: true });
    expect(places).toHaveLength(1);
    expect(skipped.map(({ where }) => where)).toEqual(['a.json, entry 1', 'a.json, entry 3']);
  });
});

it('a table with times is a track: ISO, seconds, milliseconds', async () => {
  for (const [header, times] of [
    ['time', ['2024-05-01T10:00:00Z', '2024-05-01 10:00:05']],
    ['timestamp', ['1714557600', '1714557605']],
    ['timestamp', ['1714557600000', '1714557605000']],
  ] as const) {
    const { segments } = await readTrack(`lat,lon,${header}\n1,2,${times[0]}\n3,4,${times[1]}\n`);
    expect(segments).toMatchObject([
      {
        points: [
          { position: [2, 1], timeSeconds: 1_714_557_600 },
          { position: [4, 3], timeSeconds: 1_714_557_605 },
        ],
      },
    ]);
  }
});
