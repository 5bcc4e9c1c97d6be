import { type Position, positionProblem } from '../model/geometry/position.ts';
import { numberOf } from './cells.ts';
import type { FileContent, FileLine, FilePoint } from './content.ts';
import { invalidFile, quoted, type Report } from './report.ts';
import { noticeTimeOfLine, secondsOf, timeOf, timesFor } from './time-forms.ts';
import { readXml } from './xml.ts';

const geometries = ['Point', 'LineString', 'LinearRing', 'Track'];
// Of a TimeStamp, and of a TimeSpan: the first that it has.
const moments = ['when', 'begin', 'end'];

/** A placemark that is being read. Its name and its time may stand behind its geometry. */
interface Placemark {
  readonly where: string;
  name?: string;
  timeSeconds?: number | undefined;
  /** The number of entries that were skipped before. */
  readonly skipped: number;
  readonly points: FilePoint[];
  readonly lines: FileLine[];
}

/** A `gx:Track` that is being read: its times, then its places. */
interface OpenTrack {
  readonly times: (number | undefined)[];
  readonly places: string[];
}

/**
 * The points, lines and `gx:Track`s of KML 2.2 and 2.3 (OGC 12-007r2). Areas are named as such; the files
 * behind a NetworkLink are not loaded.
 */
export function readKml(text: string, report: Report): FileContent {
  const points: FilePoint[] = [];
  const lines: FileLine[] = [];
  const stack: string[] = [];
  let placemark: Placemark | undefined;
  let track: OpenTrack | undefined;
  let hasLink = false;
  readXml(text, report.source, {
    open: (tag, _, line) => {
      stack.push(tag);
      if (tag === 'Placemark') placemark = openPlacemark(report, line);
      if (tag === 'Track') track = { times: [], places: [] };
      if (tag === 'NetworkLink') hasLink = true;
    },
    close: (tag, content) => {
      stack.pop();
      const parent = stack.at(-1);
      if (placemark === undefined) {
        if (geometries.includes(tag)) report.notice('geometry outside a Placemark is ignored');
        return;
      }
      if (tag === 'name' && parent === 'Placemark' && content !== '') placemark.name = content;
      if (tag === 'coordinates') addGeometry(stack, content, placemark, report);
      const other = otherKinds.get(tag);
      if (other !== undefined) report.skip(placemark.where, `is not a point or a line but ${other} (${tag})`);
      if (tag === 'when' && parent === 'Track') track?.times.push(timeOf(content, report, startOf));
      // A view of the placemark may have a TimeStamp, too.
      else if (moments.includes(tag) && /^TimeS/.test(parent ?? '') && stack.at(-2) === 'Placemark')
        placemark.timeSeconds ??= timeOf(content, report, startOf);
      if (tag === 'coord') track?.places.push(content.split(/\s+/).join(','));
      if (tag === 'Track' && track !== undefined) {
        placemark.lines.push({
          kind: 'track',
          where: placemark.where,
          points: placesOf(track, placemark.where, report),
        });
        track = undefined;
      }
      if (tag !== 'Placemark') return;
      const { name, where, timeSeconds } = placemark;
      const named = name === undefined ? {} : { name };
      // As a feature without a geometry in GeoJSON.
      if (isWithoutGeometry(placemark, report)) points.push({ position: null, where, ...named });
      for (const point of placemark.points) points.push({ ...point, timeSeconds, ...named });
      for (const each of placemark.lines) {
        if (timeSeconds !== undefined) noticeTimeOfLine(each.points, report);
        lines.push({ ...each, ...named });
      }
      placemark = undefined;
    },
  });
  if (hasLink && points.length + lines.length === 0)
    throw invalidFile(
      report.source,
      'has only links to other files (NetworkLink), which are not loaded. Save the layer itself',
    );
  return { format: 'kml', points, lines };
}

const otherKinds: ReadonlyMap<string, string> = new Map([
  ['Polygon', 'an area'],
  ['Model', 'a solid'],
]);

// A time may be a date, a month or a year. https://github.com/openlayers/openlayers/issues/1585
function startOf(time: string): number | undefined {
  const [, date, zone = 'Z'] = /^(\d{4}(?:-\d\d){0,2})(Z|[-+]\d\d:\d\d)?$/.exec(time) ?? [];
  return secondsOf(date === undefined ? time : `${`${date}-01-01`.slice(0, 10)}T00:00${zone}`);
}

function openPlacemark({ source, skipped }: Report, line: number): Placemark {
  return { where: `${source}, line ${line}`, skipped: skipped.length, points: [], lines: [] };
}

/** An address alone, or a geometry without places: `<coordinates/>`, `<MultiGeometry/>`. */
function isWithoutGeometry({ points, lines, skipped }: Placemark, report: Report): boolean {
  return (
    points.length === 0 &&
    lines.every((line) => line.points.length === 0) &&
    report.skipped.length === skipped
  );
}

function addGeometry(stack: readonly string[], content: string, placemark: Placemark, report: Report): void {
  const { where } = placemark;
  const parent = stack.at(-1);
  const isLine = parent === 'LineString' || (parent === 'LinearRing' && !stack.includes('Polygon'));
  const places = placesOf({ times: [], places: tuplesOf(content) }, where, report);
  if (parent === 'Point') for (const place of places) placemark.points.push(place);
  if (isLine) placemark.lines.push({ kind: 'track', where, points: places });
}

/** Tuples are separated by spaces; some programs write spaces after commas too. */
function tuplesOf(content: string): string[] {
  const tuples: string[] = [];
  let isOpen = false;
  for (const part of content.split(/\s+/)) {
    if (part === '') continue;
    if (isOpen || part.startsWith(',')) tuples.push((tuples.pop() ?? '') + part);
    else tuples.push(part);
    isOpen = part.endsWith(',');
  }
  return tuples;
}

function placesOf({ times: stated, places }: OpenTrack, where: string, report: Report): FilePoint[] {
  const times = timesFor(places, stated, report);
  return places.flatMap((tuple, at): FilePoint[] => {
    // "Sparse data" of developers.google.com/kml/documentation/kmlreference#gxtrack.
    if (tuple === '') {
      report.notice('empty places of a track (gx:coord) are left out');
      return [];
    }
    const parts = tuple.split(',');
    // A comma at the end, or a height that is empty.
    while (parts.at(-1) === '') parts.pop();
    const numbers = parts.map(numberOf);
    const timeSeconds = times[at];
    const problem = positionProblem(numbers);
    if (problem !== undefined) {
      report.skip(where, `${problem}; its value: ${quoted(tuple)}`);
      return [];
    }
    return [
      {
        position: numbers as unknown as Position,
        where,
        ...(timeSeconds === undefined ? {} : { timeSeconds }),
      },
    ];
  });
}
