// Reports of others, each with a made-up file of the same shape. The list with verdicts is reports.md.
import { describe, expect, it } from 'vitest';
import { cleanTrack, matchTrack, readPlaces, readTrack } from '../../src/files/index.ts';

const point = (lon: number, lat: number, time?: string) =>
  `<trkpt lat="${lat}" lon="${lon}">${time === undefined ? '' : `<time>${time}</time>`}</trkpt>`;
const segment = (...points: readonly string[]) => `<trkseg>${points.join('')}</trkseg>`;
const gpx = (content: string) => `<gpx version="1.1" creator="x">${content}</gpx>`;
const trk = (...segments: readonly string[]) => `<trk>${segments.join('')}</trk>`;
const lengthsOf = async (text: string) => (await readTrack(text)).segments.map(({ points }) => points.length);
const timesOf = async (text: string) =>
  (await readTrack(text)).segments.flatMap(({ points }) => points.map(({ timeSeconds }) => timeSeconds));

describe('tracks', () => {
  it.each([
    // https://github.com/erik/derive/issues/9
    [trk(segment(point(1, 2), point(1.01, 2))) + trk(segment(point(3, 4), point(3.01, 4))), [2, 2]],
    // https://github.com/nextcloud/maps/issues/440
    [trk(segment(point(1, 2)), segment(point(3, 4))) + trk(segment(point(5, 6))), [1, 1, 1]],
    // https://github.com/OpenTracksApp/OpenTracks/issues/1291
    [trk(segment(point(1, 2)), '<trkseg>\n</trkseg>', segment(point(3, 4))), [1, 1]],
    // https://github.com/anoved/gpxtruder/issues/31
    [`<trk><name>empty</name></trk>${trk(segment(point(1, 2), point(3, 4)))}`, [2]],
    // https://github.com/merlos/iOS-Open-GPX-Tracker/issues/211
    ['<rte><rtept lat="1" lon="2"><ele>100</ele></rtept><rtept lat="1.1" lon="2"/></rte>', [2]],
  ])('%#: all segments are there', async (content, lengths) => {
    expect(await lengthsOf(gpx(content))).toEqual(lengths);
  });

  it('no version, no blanks, no times', async () => {
    // https://github.com/NetTopologySuite/NetTopologySuite.IO.GPX/issues/27
    // https://github.com/jenetics/jpx/pull/81
    // https://github.com/vanng822/gps-util/issues/7
    const track = trk(segment(point(1, 2), point(3, 4)));
    const text = `<gpx xmlns="http://www.topografix.com/GPX/1/1">${track}</gpx>`;
    expect(await timesOf(text)).toEqual([undefined, undefined]);
  });

  it('times with and without milliseconds, and with an offset', async () => {
    // https://github.com/jovandeginste/workout-tracker/issues/798
    const times = ['2026-04-26T18:22:25.503+02:00', '2026-04-26T18:22:27+02:00', '2026-04-26T16:22:28Z'];
    const points = times.map((time, at) => point(1 + at / 100, 2, time));
    expect(await timesOf(gpx(trk(segment(...points))))).toEqual([
      1_777_220_545.503, 1_777_220_547, 1_777_220_548,
    ]);
  });

  it('the last point has no time', async () => {
    // https://github.com/remisalmon/gpx-interpolate/issues/4
    const points = [
      point(1, 2, '2026-01-01T00:00:00Z'),
      point(1.001, 2, '2026-01-01T00:00:09Z'),
      point(1.002, 2),
    ];
    const { dropped } = cleanTrack((await readTrack(gpx(trk(segment(...points))))).segments);
    expect(dropped).toMatchObject({ kept: 3, timesRemoved: 2 });
  });

  it('a segment of one point beside others is no error', async () => {
    // https://github.com/organicmaps/organicmaps/pull/9602
    const far = segment(point(-2.7154925, 50.6967272, '2015-08-19T11:13:31Z'));
    const rest = segment(
      point(-2.7273928, 50.7008367, '2015-08-19T11:14:37Z'),
      point(-2.7274845, 50.7009689, '2015-08-19T11:14:38Z'),
    );
    const { segments, dropped } = cleanTrack((await readTrack(gpx(trk(far, rest)))).segments);
    expect(dropped.kept + dropped.alone).toBe(3);
    expect(segments.every(({ points }) => points.length > 1)).toBe(true);
  });

  it('times in the properties of a line, as togeojson writes them', async () => {
    // https://github.com/mapbox/togeojson/issues/83
    const geometry = {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    };
    const properties = { coordTimes: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:09Z'] };
    const text = JSON.stringify({ type: 'Feature', properties, geometry });
    expect(await timesOf(text)).toEqual([1_767_225_600, 1_767_225_609]);
  });

  it('168 points are two requests to an engine that takes 100', async () => {
    // https://github.com/Project-OSRM/osrm-backend/issues/6612
    const points = Array.from({ length: 168 }, (_, at) => ({ position: [9, 50 + at / 1000] as const }));
    const sizes: number[] = [];
    const match = ({ trace }: { readonly trace: readonly unknown[] }) => {
      sizes.push(trace.length);
      return Promise.reject(new Error('no map'));
    };
    await matchTrack({ match }, [{ points: points.slice(0, 100) }, { points }], { profile: 'driving' });
    // The rest of a failed segment is not sent.
    expect(sizes).toEqual([100, 100]);
  });
});

describe('tables', () => {
  it.each([
    // https://github.com/Esri/public-transit-tools/issues/115: a byte order mark before quotes
    ['\uFEFF"stop_id","stop_name","stop_lat","stop_lon"\n"1","Inn","45.6","8.7"\n', [[8.7, 45.6], 'Inn']],
    // https://github.com/GeoDaCenter/geoda/issues/123
    ['POLYID, X, Y\n1, "0,7777", "1,2"\n', [[0.7777, 1.2], undefined]],
    // https://github.com/qgis/QGIS/issues/52741
    ['name;x;y\nInn;-70,65;-33,45\n', [[-70.65, -33.45], 'Inn']],
    // https://github.com/ad-freiburg/pfaedle/issues/22
    ['stop_id,stop_name,stop_lat,stop_lon\na,"",1,2\n', [[2, 1], undefined]],
  ])('%j is read', async (text, [position, name]) => {
    expect((await readPlaces(text)).places).toMatchObject([{ position }]);
    expect((await readPlaces(text)).places[0]?.name).toBe(name);
  });

  it.each([
    // https://github.com/google/transitfeed/issues/258
    ['stop_id,stop_lat,stop_lon\na,1,2\nb,&nbsp;&nbsp;,   \n', 'line 3: the longitude is not a number'],
    // https://github.com/google/transitfeed/issues/262, https://github.com/jarondl/pygtfs/issues/54
    ['stop_id,stop_name,stop_lat,stop_lon\nb,School,,\n', 'line 2: the longitude is not a number'],
    // https://github.com/matsim-org/pt2matsim/issues/90
    ['stop_id,stop_name,stop_lat,stop_lon\n1,a,1,2\n2,Spini "Casa\',1,2\n', 'line 3: a quote is not closed'],
    // https://github.com/qgis/QGIS/issues/57480
    [
      'lon,lat\n"7°26\'20.5""E","45°8\'41.3""N"\n',
      'line 2: the longitude is in degrees, minutes and seconds',
    ],
  ])('%j is named', async (text, message) => {
    await expect(readPlaces(text)).rejects.toThrow(message);
  });
});
