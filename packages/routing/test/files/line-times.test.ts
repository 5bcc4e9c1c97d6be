// Times of points in every form that a file has for them: they are read, or a notice says what was left out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanTrack, readPlaces, readTrack } from '../../src/files/index.ts';

type Times = readonly (readonly unknown[])[];

const second = 1_767_225_600;
const ignoredPoints = 'the points are ignored: the lines are the track';
const kml = (content: string) =>
  `<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark>${content}</Placemark></kml>`;
const point = '<Point><coordinates>8,49</coordinates></Point>';
const timesIn = async (text: string) => {
  const { segments, notices } = await readTrack(text);
  return { times: segments.map(({ points }) => points.map(({ timeSeconds }) => timeSeconds)), notices };
};

describe('GeoJSON', () => {
  /** How a program writes a second. */
  const forms: readonly ((seconds: number) => unknown)[] = [
    (seconds) => seconds,
    (seconds) => seconds * 1000,
    (seconds) => String(seconds * 1000),
    (seconds) => new Date(seconds * 1000).toISOString(),
  ];
  // https://github.com/mapbox/geojson-coordinate-properties/issues/6 and
  // https://github.com/mapbox/togeojson/pull/58 have them in the geometry.
  const holders: readonly ((times: unknown) => object)[] = [
    (coordTimes) => ({ properties: { coordTimes } }),
    (times) => ({ properties: { times } }),
    (times) => ({ properties: { coordinateProperties: { times } } }),
    (times) => ({ geometry: { times } }),
    (times) => ({ geometry: { coordinateProperties: { times } } }),
  ];
  const line = (times: readonly unknown[]) => times.map((_, at) => [8 + at / 100, 49]);
  const collectionOf = (all: Times) => {
    const lines = all.map((times) => ({ type: 'LineString', coordinates: line(times) }));
    return { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }, ...lines] };
  };
  const multiLine = (all: Times) => ({ type: 'MultiLineString', coordinates: all.map(line) });
  const geometries: readonly ((all: Times) => object)[] = [
    multiLine,
    collectionOf,
    (all) => (all.length === 1 ? { type: 'LineString', coordinates: line(all[0] ?? []) } : collectionOf(all)),
    (all) => ({ type: 'GeometryCollection', geometries: [multiLine(all)] }),
    ([first = [], ...others]) => ({
      type: 'GeometryCollection',
      geometries: [{ type: 'LineString', coordinates: line(first) }, multiLine(others)],
    }),
    ([first = [], ...others]) => ({
      type: 'GeometryCollection',
      geometries: [collectionOf([first]), multiLine(others)],
    }),
  ];
  const feature = (geometry: object, held: { geometry?: object; properties?: object }) =>
    JSON.stringify({ type: 'Feature', properties: {}, ...held, geometry: { ...geometry, ...held.geometry } });
  const lengths = fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 1, maxLength: 3 });

  it('a list for each line, and one list for all, are the times of the places', async () => {
    const property = fc.asyncProperty(
      lengths,
      fc.constantFrom(...forms),
      fc.constantFrom(...holders),
      fc.constantFrom(...geometries),
      fc.boolean(),
      async (counts, write, hold, geometryOf, isFlat) => {
        const expected = counts.map((count, at) =>
          Array.from({ length: count }, (_, index) => second + at * 100 + index),
        );
        const given = expected.map((times) => times.map(write));
        const text = feature(geometryOf(expected), hold(isFlat ? given.flat() : given));
        const { times, notices } = await timesIn(text);
        const others = notices.filter((notice) => notice !== ignoredPoints);
        expect({ times, notices: others }).toEqual({ times: expected, notices: [] });
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it('those of a geometry without a feature, and of each member of a collection, are read', async () => {
    const [first, last] = [
      [second, second + 1],
      [second + 2, second + 3, second + 4],
    ];
    const bare = (times: readonly number[], more: object) => ({
      type: 'LineString',
      coordinates: line(times),
      ...more,
    });
    const members = [bare(first, { times: first }), bare(last, { time: 'start', coordTimes: last })];
    const collection = { type: 'GeometryCollection', geometries: members };
    const expected = { times: [first, last], notices: [] };
    expect(await timesIn(JSON.stringify(members[0]))).toEqual({ times: [first], notices: [] });
    expect(await timesIn(JSON.stringify(collection))).toEqual(expected);
    expect(await timesIn(feature(collection, { properties: { time: second } }))).toEqual(expected);
    // A member without a list has that of the collection.
    const others = { ...collection, geometries: [bare(first, { time: second }), bare(last, { times: [] })] };
    expect(await timesIn(feature(others, { properties: { times: [first, last] } }))).toEqual(expected);
    const features = { type: 'FeatureCollection', timestamp: second, features: members };
    expect(await timesIn(JSON.stringify(features))).toEqual(expected);
    const points = line(first).map((coordinates, at) => ({ type: 'Point', coordinates, time: first[at] }));
    const lines = points.map((each) => JSON.stringify(each)).join('\n');
    expect(await timesIn(lines)).toEqual({ times: [first], notices: [] });
  });

  it('a list counts before a start, and both before nothing', async () => {
    const times = [second, second + 1];
    const geometry = { type: 'LineString', coordinates: line(times) };
    for (const properties of [
      { time: second },
      { time: 'x', times: [] },
      { coordTimes: [] },
      { times: '' },
      { coordTimes: null },
    ])
      expect(await timesIn(feature({ ...geometry, times }, { properties }))).toEqual({
        times: [times],
        notices: [],
      });
    const other = { properties: { coordTimes: [], times: ' ', time: '', timestamp: second } };
    expect(await timesIn(feature({ type: 'Point', coordinates: [8, 49] }, other))).toEqual({
      times: [[second]],
      notices: [],
    });
    expect((await timesIn(feature(geometry, other))).notices).toEqual([
      'the time of a whole line is left out: its points have none',
    ]);
  });

  it('those of several points are theirs', async () => {
    const coordTimes = [second, second + 1];
    const coordinates = line(coordTimes);
    const points = coordinates.map((each) => ({ type: 'Point', coordinates: each }));
    const several = [
      { type: 'MultiPoint', coordinates },
      { type: 'GeometryCollection', geometries: points },
    ];
    for (const geometry of several)
      expect(await timesIn(feature(geometry, { properties: { coordTimes } }))).toEqual({
        times: [coordTimes],
        notices: [],
      });
  });

  it.each([
    ['{…}', { toString: '' }],
    ['{…}', { valueOf: 5 }],
    ['[…]', [[[second]]]],
    ['true', true],
  ])('a value that is neither a text nor a number is named: %s', async (shown, time) => {
    const properties = { time };
    const text = feature({ type: 'MultiPoint', coordinates: [[8, 49]] }, { properties });
    const { times, notices } = await timesIn(text);
    expect([times, notices.join()]).toEqual([[[undefined]], expect.stringContaining(`"${shown}"`)]);
    expect((await readPlaces(text)).places).toHaveLength(1);
    const crs = { properties: { name: time } };
    await expect(readPlaces(JSON.stringify({ ...JSON.parse(text), crs }))).rejects.toThrow(
      `its crs is "${shown}"`,
    );
  });

  it('others are named', async () => {
    const time = fc.constantFrom('2026-01-01T00:00:00Z', second, 'noon', true);
    const given = fc.oneof(
      time,
      fc.constant(JSON.stringify([second, second + 1])),
      fc.record({ 0: time, 1: time }),
      fc.array(time, { minLength: 1, maxLength: 4 }),
      fc.array(fc.array(time, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    );
    const property = fc.asyncProperty(
      lengths,
      given,
      fc.constantFrom(...geometries),
      async (counts, times, of) => {
        const { times: read, notices } = await timesIn(
          feature(of(counts.map((length) => Array.from({ length }))), { properties: { coordTimes: times } }),
        );
        if (read.flat().includes(undefined)) expect(notices).not.toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});

describe('KML', () => {
  // https://github.com/openlayers/openlayers/issues/1585
  it.each([
    ['2010-05-28T02:02:09Z', 1_275_012_129],
    ['2010-05-28', 1_275_004_800],
    ['2010-05-28Z', 1_275_004_800],
    ['2010-05-28+02:00', 1_274_997_600],
    ['2010-05', 1_272_672_000],
    ['2010', 1_262_304_000],
  ])('the time %s is its beginning', async (text, seconds) => {
    const when = `<when>${text}</when>`;
    const contents = [
      `<TimeStamp>${when}</TimeStamp>${point}`,
      `${point}<TimeStamp>${when}</TimeStamp>`,
      // https://github.com/GPSBabel/gpsbabel/issues/484
      `<TimeSpan><begin>${text}</begin><end>2030</end></TimeSpan>${point}`,
      `<TimeSpan><end>${text}</end></TimeSpan>${point}`,
      `<gx:Track>${when}<gx:coord>8 49 1</gx:coord></gx:Track>`,
    ];
    for (const content of contents)
      expect(await timesIn(kml(content)), content).toEqual({ times: [[seconds]], notices: [] });
  });

  it.each(['2010-13', '2010-02-30', '10', 'May 2010', '2010-5'])(
    '%s is left out, with a notice',
    async (text) => {
      const { times, notices } = await timesIn(kml(`<TimeStamp><when>${text}</when></TimeStamp>${point}`));
      expect([times, notices.join()]).toEqual([
        [[undefined]],
        expect.stringContaining(`the first: "${text}"`),
      ]);
    },
  );

  it('the time of a view is none of the place', async () => {
    const view = '<LookAt><gx:TimeSpan><begin>2010</begin></gx:TimeSpan></LookAt>';
    expect((await timesIn(kml(view + point))).times).toEqual([[undefined]]);
  });

  // https://github.com/GPSBabel/gpsbabel/issues/482, https://github.com/GPSBabel/gpsbabel/issues/516
  it('the time of a whole line is named', async () => {
    const line = '<LineString><coordinates>1,2,3 4,5,6</coordinates></LineString>';
    const span = '<TimeSpan><begin>2019-05-01T12:00:00Z</begin></TimeSpan>';
    for (const content of [span + line, line + span])
      expect(await timesIn(kml(content))).toEqual({
        times: [[undefined, undefined]],
        notices: ['the time of a whole line is left out: its points have none'],
      });
  });
});

describe('a route of GPX', () => {
  const time = '<time>2026-01-01T00:00:00Z</time>';
  const way =
    '<extensions><gpxx:RoutePointExtension><gpxx:rpt lon="2" lat="2"/></gpxx:RoutePointExtension>' +
    '</extensions>';
  const route = (...insides: readonly string[]) =>
    `<gpx><rte>${insides.map((inside) => `<rtept lon="1" lat="2">${inside}</rtept>`).join('')}</rte></gpx>`;

  it('has a time for each of its points, or none', async () => {
    const notices = ['the times of a line that are not one for each of its places are left out'];
    const none = undefined;
    expect(await timesIn(route(time, time))).toEqual({ times: [[second, second]], notices: [] });
    expect(await timesIn(route(way, ''))).toEqual({ times: [[none, none, none]], notices: [] });
    expect(await timesIn(route(time, ''))).toEqual({ times: [[none, none]], notices });
    expect(await timesIn(route(time + way, time))).toEqual({ times: [[none, none, none]], notices });
  });
});

describe('cleanTrack() removes times that several points share', () => {
  const points = (...seconds: readonly number[]) =>
    seconds.map((timeSeconds, at) => ({ position: [8 + at / 100, 49] as const, timeSeconds }));
  const day = 86_400;

  it.each([
    // https://github.com/rolandsz/Mi-Fit-and-Zepp-workout-exporter/pull/13
    ['those of an export', points(second + 1, second + 1, second + 1), 3, 3],
    // https://github.com/MarcusWolschon/osmeditor4android/issues/2196
    ['those of 1970', points(0, 0, 0), 3, 3],
    ['dates', points(second, second, second + day), 3, 3],
    ['not a date for each point', points(second, second + day, second + 2 * day), 0, 3],
    ['not those of a logger', points(second, second, second + 1), 0, 2],
  ])('%s', (_name, given, timesRemoved, kept) => {
    const { dropped } = cleanTrack([{ points: given }], { gapSeconds: 1e9 });
    expect(dropped).toMatchObject({ timesRemoved, kept });
  });
});
