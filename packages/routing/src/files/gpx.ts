import { positionProblem } from '../model/geometry/position.ts';
import { numberOf } from './cells.ts';
import type { FileContent, FileLine, FilePoint } from './content.ts';
import { quoted, type Report } from './report.ts';
import { timeOf, timesFor } from './time-forms.ts';
import { readXml } from './xml.ts';

/** A point that is being read. */
interface OpenPoint {
  readonly tag: string;
  readonly line: number;
  readonly place: readonly [number, number];
  readonly given: string;
  elevation?: number;
  name?: string;
  timeSeconds?: number | undefined;
  /** The places of the way to the next point of a route. */
  readonly way: FilePoint[];
}

/**
 * The waypoints, routes and segments of tracks of GPX 1.0 and 1.1. A track of several segments gives several
 * lines. The way between two points of a route, as Garmin writes it, is a part of its track.
 *
 * Sources: `http://www.topografix.com/GPX/1/1/gpx.xsd`;
 * `http://www.garmin.com/xmlschemas/GpxExtensionsv3.xsd`, `RoutePointExtension_t`.
 */
export function readGpx(text: string, report: Report): FileContent {
  const points: FilePoint[] = [];
  const lines: FileLine[] = [];
  const stack: string[] = [];
  // The lines of the track or the route that is open, which get its name at its end.
  let parts: { readonly line: number; readonly points: FilePoint[] }[] = [];
  let name: string | undefined;
  let point: OpenPoint | undefined;
  readXml(text, report.source, {
    open: (tag, attributes, line) => {
      stack.push(tag);
      if (tag === 'trk' || tag === 'rte') [parts, name] = [[], undefined];
      if (tag === 'trkseg' || tag === 'rte') parts.push({ line, points: [] });
      if (tag === 'trkpt' || tag === 'rtept' || tag === 'wpt') point = openPoint(tag, attributes, line);
      if (tag === 'rpt' && report.isTrack) {
        const read = toPoint(openPoint(tag, attributes, line), report);
        if (read !== undefined) point?.way.push(read);
      }
    },
    close: (tag, content) => {
      stack.pop();
      const parent = stack.at(-1);
      if (point !== undefined && parent === point.tag) readChild(point, tag, content, report);
      else if (tag === 'name' && (parent === 'trk' || parent === 'rte')) name = content;
      else if (point?.tag === tag) {
        const read = toPoint(point, report);
        const list = tag === 'wpt' ? points : parts.at(-1)?.points;
        if (read !== undefined) list?.push(read);
        for (const each of point.way) list?.push(each);
        point = undefined;
      } else if (tag === 'trk' || tag === 'rte') {
        const kind = tag === 'trk' ? 'track' : 'route';
        for (const { line, points: own } of parts)
          lines.push({
            kind,
            where: at(report, line),
            points: kind === 'track' ? own : withOneKindOfTime(own, report),
            ...(name ? { name } : {}),
          });
      }
    },
  });
  return { format: 'gpx', points, lines };
}

// The way between two points of a route has no times.
function withOneKindOfTime(points: readonly FilePoint[], report: Report): readonly FilePoint[] {
  const times = points.flatMap(({ timeSeconds }) => timeSeconds ?? []);
  if (times.length === timesFor(points, times, report).length) return points;
  return points.map(({ timeSeconds: _, ...point }) => point);
}

function openPoint(tag: string, attributes: Readonly<Record<string, string>>, line: number): OpenPoint {
  const [lon = '', lat = ''] = [attributes['lon'], attributes['lat']];
  const given = `lon="${lon}" lat="${lat}"`;
  return { tag, line, place: [numberOf(lon), numberOf(lat)], given, way: [] };
}

function readChild(point: OpenPoint, tag: string, content: string, report: Report): void {
  if (tag === 'ele' && Number.isFinite(numberOf(content))) point.elevation = numberOf(content);
  if (tag === 'name' && content !== '') point.name = content;
  if (tag === 'time') point.timeSeconds = timeOf(content, report);
}

function toPoint({ line, place, given, elevation, name, timeSeconds }: OpenPoint, report: Report) {
  const where = at(report, line);
  const problem = positionProblem(place);
  if (problem !== undefined) {
    report.skip(where, `${problem}; its value: ${quoted(given)}`);
    return undefined;
  }
  return {
    position: elevation === undefined ? place : ([...place, elevation] as const),
    where,
    ...(name === undefined ? {} : { name }),
    ...(timeSeconds === undefined ? {} : { timeSeconds }),
  };
}

function at({ source }: Report, line: number): string {
  return `${source}, line ${line}`;
}
