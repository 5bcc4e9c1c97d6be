// Entries that a format allows and that lack something: a place, a time, a geometry.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlaces, readTrack } from '../../src/files/index.ts';

const kml = (content: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${content}</Document></kml>`;
const gpx = (content: string) => `<gpx version="1.1" creator="x">${content}</gpx>`;
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();
const start = 1_767_225_600;

describe('gx:Track with sparse data', () => {
  const entries = fc.array(fc.record({ hasPlace: fc.boolean(), hasTime: fc.boolean() }), { maxLength: 8 });

  it('keeps the time of each place, whichever places and times are empty', async () => {
    const property = fc.asyncProperty(entries, async (list) => {
      const whens = list.map(({ hasTime }, at) => `<when>${hasTime ? isoOf(start + at) : ''}</when>`);
      const coords = list.map(({ hasPlace }, at) =>
        hasPlace ? `<gx:coord>${at} 1 5</gx:coord>` : '<gx:coord/>',
      );
      const track = `<Placemark><gx:Track>${whens.join('')}${coords.join('')}</gx:Track></Placemark>`;
      const point = '<Placemark><Point><coordinates>9,9</coordinates></Point></Placemark>';
      const { segments, notices } = await readTrack(kml(track + point));
      const expected = list.flatMap(({ hasPlace, hasTime }, at) =>
        hasPlace ? [[at, hasTime ? start + at : undefined]] : [],
      );
      const found = segments.flatMap(({ points }) =>
        points.map(({ position, timeSeconds }) => [position[0], timeSeconds]),
      );
      expect(found).toEqual(expected.length === 0 ? [[9, undefined]] : expected);
      const hasGap = list.some(({ hasPlace }) => !hasPlace);
      expect(notices.includes('empty places of a track (gx:coord) are left out')).toBe(hasGap);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

describe('placemarks of KML', () => {
  const stamp = (at: number) => `<TimeStamp><when>${isoOf(start + at)}</when></TimeStamp>`;
  const point = (at: number) => `<Point><coordinates>${at},1</coordinates></Point>`;

  it('are a track with the times of their TimeStamps, before or behind the point', async () => {
    const content = `<Placemark>${stamp(0)}${point(0)}</Placemark><Placemark>${point(1)}${stamp(1)}</Placemark>`;
    const { segments } = await readTrack(kml(content));
    expect(segments[0]?.points).toEqual([
      { position: [0, 1], timeSeconds: start },
      { position: [1, 1], timeSeconds: start + 1 },
    ]);
  });

  it('have no time of the view on them', async () => {
    const view = `<LookAt><gx:TimeStamp><when>${isoOf(start)}</when></gx:TimeStamp></LookAt>`;
    const { segments } = await readTrack(kml(`<Placemark>${view}${point(3)}</Placemark>`));
    expect(segments[0]?.points).toEqual([{ position: [3, 1] }]);
  });

  it('without a geometry are places without a position, as features of GeoJSON are', async () => {
    const address = '<Placemark><name>Inn</name><address>Main Street 1</address></Placemark>';
    const { places } = await readPlaces(kml(`${address}<Placemark><name>Pub</name>${point(4)}</Placemark>`));
    expect(places.map(({ position, name }) => [position, name])).toEqual([
      [null, 'Inn'],
      [[4, 1], 'Pub'],
    ]);
    const line = '<Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>';
    const { notices } = await readTrack(kml(address + line));
    expect(notices).toEqual([]);
  });

  it('with a solid are named', async () => {
    const model = '<Placemark><Model><Location><longitude>1</longitude></Location></Model></Placemark>';
    await expect(readPlaces(kml(model))).rejects.toThrow('is not a point or a line but a solid (Model)');
    // An element may have any name.
    const odd = `<Placemark><constructor/>${point(5)}</Placemark>`;
    expect((await readPlaces(kml(odd))).places).toHaveLength(1);
  });
});

describe('the way of a route, as Garmin writes it', () => {
  const rpt = (lon: number) => `<gpxx:rpt lat="1" lon="${lon}"><gpxx:Subclass>00</gpxx:Subclass></gpxx:rpt>`;
  const rtept = (lon: number, ...way: readonly number[]) =>
    `<rtept lat="1" lon="${lon}"><name>${lon}</name><extensions><gpxx:RoutePointExtension>` +
    `${way.map(rpt).join('')}</gpxx:RoutePointExtension></extensions></rtept>`;
  const route = gpx(`<rte><name>Tour</name>${rtept(1, 1.1, 1.2)}${rtept(2, 2.1)}${rtept(3)}</rte>`);

  it('is a part of the track, in order', async () => {
    // https://github.com/tkrajina/gpxpy/pull/17
    // https://github.com/GPSBabel/gpsbabel/issues/59
    // https://github.com/organicmaps/organicmaps/issues/8579
    const { segments } = await readTrack(route);
    const longitudes = segments.map(({ points }) => points.map(({ position }) => position[0]));
    expect(longitudes).toEqual([[1, 1.1, 1.2, 2, 2.1, 3]]);
  });

  it('is not a list of places', async () => {
    const { places } = await readPlaces(route);
    expect(places.map(({ name }) => name)).toEqual(['1', '2', '3']);
  });

  it('with a wrong place is named', async () => {
    const wrong = gpx(`<rte>${rtept(1, 181)}${rtept(2)}</rte>`);
    await expect(readTrack(wrong)).rejects.toThrow('has a longitude outside -180…180; its value: "lon="181"');
  });
});

describe('times that cannot be read', () => {
  const notice = 'times that are not of the years 1990 to 2099, or not in a known form, are left out';
  const unreadable = ['0', '86400', '631151999', '4102444800', 'yesterday', '2026-02-30T00:00:00Z'];
  const documents: readonly [string, (time: string) => string][] = [
    ['GPX', (time) => gpx(`<trk><trkseg><trkpt lat="1" lon="2"><time>${time}</time></trkpt></trkseg></trk>`)],
    [
      'KML',
      (time) =>
        kml(`<Placemark><gx:Track><when>${time}</when><gx:coord>2 1</gx:coord></gx:Track></Placemark>`),
    ],
    [
      'GeoJSON',
      (time) =>
        JSON.stringify({
          type: 'Feature',
          geometry: { type: 'LineString', coordinates: [[2, 1]] },
          properties: { coordTimes: [Number(time) || time] },
        }),
    ],
  ];

  it.each(documents)('%s: are a notice with the first of them', async (_format, document) => {
    for (const time of unreadable) {
      const { segments, notices } = await readTrack(document(time));
      expect(segments[0]?.points).toEqual([{ position: [2, 1] }]);
      expect(notices).toEqual([expect.stringContaining(notice)]);
    }
    const { segments, notices } = await readTrack(document('631152000'));
    expect([segments[0]?.points[0]?.timeSeconds, notices]).toEqual([631_152_000, []]);
  });

  it('are one notice, and none for a reader of places', async () => {
    const points = ['x', 'y'].map((time) => `<trkpt lat="1" lon="2"><time>${time}</time></trkpt>`);
    const text = gpx(`<trk><trkseg>${points.join('')}</trkseg></trk>`);
    expect((await readTrack(text)).notices).toEqual([`${notice}; the first: "x"`]);
    expect((await readPlaces(text)).notices).toEqual([]);
  });
});
