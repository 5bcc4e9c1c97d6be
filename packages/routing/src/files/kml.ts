import { type Position, positionProblem } from '../model/geometry/position.ts';
import { numberOf } from './cells.ts';
import type { FileContent, FileLine, FilePoint } from './content.ts';
import { invalidFile, quoted, type Report } from './report.ts';
import { timeOf } from './time-forms.ts';
import { readXml } from './xml.ts';

const geometries = ['Point', 'LineString', 'LinearRing', 'Track'];
const allGeometries = [...geometries, 'Polygon', 'Model', 'MultiGeometry', 'MultiTrack'];

/** A placemark that is being read. Its name and its time may stand behind its geometry. */
interface Placemark {
  readonly where: string;
  name?: string;
  timeSeconds?: number | undefined;
  hasGeometry: boolean;
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
      if (tag === 'Placemark') placemark = openPlacemark(`${report.source}, line ${line}`);
      if (placemark !== undefined && allGeometries.includes(tag)) placemark.hasGeometry = true;
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
      if (tag === 'when') {
        const timeSeconds = timeOf(content, report);
        // A view of the placemark may have a TimeStamp, too.
        if (parent === 'TimeStamp' && stack.at(-2) === 'Placemark') placemark.timeSeconds = timeSeconds;
        if (parent === 'Track') track?.times.push(timeSeconds);
      }
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
      if (!placemark.hasGeometry) points.push({ position: null, where, ...named });
      for (const point of placemark.points) points.push({ ...point, timeSeconds, ...named });
      for (const each of placemark.lines) lines.push({ ...each, ...named });
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

function openPlacemark(where: string): Placemark {
  return { where, hasGeometry: false, points: [], lines: [] };
}

function addGeometry(stack: readonly string[], content: string, placemark: Placemark, report: Report): void {
  const { where } = placemark;
  const parent = stack.at(-1);
  const isLine = parent === 'LineString' || (parent === 'LinearRing' && !stack.includes('Polygon'));
  const places = placesOf({ times: [], places: tuplesOf(content) }, where, report);
  if (parent === 'Point') placemark.points.push(...places);
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

function placesOf({ times, places }: OpenTrack, where: string, report: Report): FilePoint[] {
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
