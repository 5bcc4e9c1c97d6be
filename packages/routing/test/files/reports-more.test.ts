// Reports of others about KML, GeoJSON and polylines, each with a made-up file of the same shape. The list
// with verdicts is reports.md.
import { decodePolyline, encodePolyline } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { readPlaces, readTrack } from '../../src/files/index.ts';

const kml = (content: string) => `<kml xmlns:gx="g"><Document>${content}</Document></kml>`;
const named = (content: string) => `<Placemark><name>Inn</name>${content}</Placemark>`;
const point = '<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>';
const gpx = (content: string) => `<gpx version="1.1" creator="x">${content}</gpx>`;

describe('placemarks without places', () => {
  it.each([
    // https://github.com/placemark/togeojson/issues/95, https://github.com/placemark/togeojson/pull/24
    ['an address alone', '<address>221B Baker Street, London</address>'],
    // https://github.com/mapbox/togeojson/issues/179
    ['an empty MultiGeometry', '<MultiGeometry>\n  \n</MultiGeometry>'],
    // https://github.com/iitc-project/ingress-intel-total-conversion/pull/1139
    ['empty coordinates', '<Point><coordinates></coordinates></Point>'],
    // https://github.com/mapbox/togeojson/issues/38
    ['coordinates without a place', '<LineString><coordinates/></LineString>'],
    ['a track without a place', '<gx:Track><when>2026-01-01T00:00:00Z</when><gx:coord/></gx:Track>'],
  ])('%s is a place without a position', async (_name, content) => {
    const { places } = await readPlaces(kml(named(content) + point));
    expect(places.map(({ name, position }) => [name, position])).toEqual([
      ['Inn', null],
      [undefined, [1, 2]],
    ]);
  });

  it('an area that was skipped is no such place', async () => {
    const ring = '<LinearRing><coordinates>1,2 3,4 5,6 1,2</coordinates></LinearRing>';
    const area = named(`<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon>`);
    const { places, skipped } = await readPlaces(kml(area + point), { skipInvalid: true });
    expect([places.length, skipped.length]).toEqual([1, 1]);
  });
});

describe('times of a line', () => {
  const iso = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', '2026-01-01T00:00:02Z'];
  const notice = 'the times of a line that are not one for each of its places are left out';
  const feature = (times: readonly string[]) =>
    JSON.stringify({
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      properties: { coordTimes: times },
    });
  const track = (times: readonly string[]) =>
    kml(
      `<Placemark><gx:Track>${times.map((each) => `<when>${each}</when>`).join('')}` +
        '<gx:coord>1 2</gx:coord><gx:coord>3 4</gx:coord></gx:Track></Placemark>',
    );

  // https://github.com/organicmaps/organicmaps/pull/12897
  it.each([
    ['GeoJSON', feature],
    ['KML', track],
  ])('%s: that are fewer or more than its places are none, with a notice', async (_format, document) => {
    for (const count of [0, 1, 2, 3]) {
      const { segments, notices } = await readTrack(document(iso.slice(0, count)));
      const times = segments[0]?.points.map(({ timeSeconds }) => timeSeconds);
      const start = 1_767_225_600;
      expect(times).toEqual(count === 2 ? [start, start + 1] : [undefined, undefined]);
      expect(notices).toEqual(count === 1 || count === 3 ? [notice] : []);
    }
  });

  it('have zones without a colon', async () => {
    // https://github.com/organicmaps/organicmaps/pull/12897
    const { segments } = await readTrack(feature(['2017-01-01T10:00:00-0700', '2017-01-01T10:00:01-0700']));
    expect(segments[0]?.points[0]?.timeSeconds).toBe(1_483_290_000);
  });

  it('in a fourth number of a position are named', async () => {
    // https://github.com/Freika/dawarich/pull/3473
    const coordinates = [[1, 2, 3, 1_767_225_600]];
    const { notices } = await readTrack(JSON.stringify({ type: 'LineString', coordinates }));
    expect(notices).toEqual(['numbers after the elevation of a position are ignored']);
  });
});

describe('routes and tracks of GPX', () => {
  const rtept = '<rtept lon="7.72" lat="53.65"><name>R01</name></rtept>';
  const trkpt = '<trkpt lon="8.16" lat="49.58"/><trkpt lon="8.17" lat="49.59"/>';

  it('the track is read where a file has both', async () => {
    // https://github.com/gimportexportdevs/gexporter/issues/5
    const { segments, notices } = await readTrack(
      gpx(`<rte>${rtept}</rte><trk><trkseg>${trkpt}</trkseg></trk>`),
    );
    expect(segments.map(({ points }) => points.length)).toEqual([2]);
    expect(notices).toEqual(['the routes are ignored: the tracks are read']);
  });

  it('the points of a route are places, whichever of lon and lat is first', async () => {
    // https://github.com/vincentneo/CoreGPX/issues/73
    // https://github.com/GIScience/ors-map-client/issues/270
    const other = '<rtept lat="53.57919" lon="7.26563"><name>R02</name></rtept>';
    const { places } = await readPlaces(gpx(`<rte><name>Tour</name>${rtept}${other}</rte>`));
    expect(places.map(({ name, position }) => [name, position])).toEqual([
      ['R01', [7.72, 53.65]],
      ['R02', [7.26563, 53.57919]],
    ]);
  });
});

describe('polylines', () => {
  it.each<[string, [number, number][], string]>([
    // https://github.com/mapbox/polyline/pull/19: a half is rounded away from zero, as Google does.
    [
      'negative halves',
      [
        [-112.084004, 36.05322],
        [-112.083914, 36.053573],
        [-112.083965, 36.053845],
      ],
      'ss`{E~kbkTeAQw@J',
    ],
    // https://github.com/mapbox/polyline/pull/18: a place is rounded, not a difference.
    [
      'places within a digit',
      [
        [0.000006, 0],
        [0.000002, 0],
      ],
      '?A?@',
    ],
  ])('of %s are those of Google', (_name, line, text) => {
    expect(encodePolyline(line)).toBe(text);
  });

  it('do not drift', () => {
    // https://github.com/jhermsmeier/node-google-polyline/issues/2
    // https://github.com/jieter/Leaflet.encoded/issues/18
    const line = [3, 8, 13, 29, 45, 61, 77, 93].map((at): [number, number] => [0, at / 1e6]);
    expect(decodePolyline(encodePolyline(line)).map(([, latitude]) => Math.round(latitude * 1e5))).toEqual([
      0, 1, 1, 3, 5, 6, 8, 9,
    ]);
  });

  it('of seven digits have every longitude', () => {
    // https://github.com/mapbox/polyline/issues/80
    const line: [number, number][] = [
      [-180, 0],
      [180, 0],
      [-108, 0],
    ];
    expect(decodePolyline(encodePolyline(line, { multiplier: 1e7 }), { multiplier: 1e7 })).toEqual(line);
  });

  it('with parts that do not change are read', () => {
    // https://github.com/mapbox/polyline/issues/54
    const text = 'er_iIaun{@AgE?mDBeB?{@FeH@YD_IBqCBmGBkD@uA@_B';
    expect(encodePolyline(decodePolyline(text))).toBe(text);
  });

  it('of another precision are refused', () => {
    // https://github.com/Project-OSRM/osrm-backend/issues/2498
    expect(() => decodePolyline('|kcr_A_ubl_HrcAdH')).toThrow('polyline');
    // https://github.com/mapbox/polyline/issues/76
    expect(() => decodePolyline('_p~iF~ps|U', { precision: 4 as never })).toThrow('5 or 6');
  });
});
