import { type Position, positionProblem } from '../model/geometry/position.ts';
import type { FileLine, FilePoint } from './content.ts';
import { quoted, type Report, shown } from './report.ts';
import { noticeTimeOfLine, timeOf, timesFor } from './time-forms.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the readers of features add to. */
export interface Found {
  readonly points: FilePoint[];
  readonly lines: FileLine[];
}

/** Where an object is in the file, and what its feature says of it. */
export interface Context {
  readonly where: string;
  readonly name?: string | undefined;
  readonly times?: unknown;
  readonly depth: number;
}

export function addPoint(
  value: unknown,
  { where, name, times }: Context,
  found: Found,
  report: Report,
): void {
  const position = positionOf(value, where, report);
  if (position === undefined) return;
  const timeSeconds = timeOf(times, report);
  found.points.push({
    position,
    where,
    ...(name === undefined ? {} : { name }),
    ...(timeSeconds === undefined ? {} : { timeSeconds }),
  });
}

export function addLine(
  values: readonly unknown[],
  { where, name, times }: Context,
  found: Found,
  report: Report,
): void {
  const ofPlaces = timesFor(values, listOf(times), report);
  const points = values.flatMap((value, at): FilePoint[] => {
    const position = positionOf(value, where, report);
    const timeSeconds = timeOf(ofPlaces[at], report);
    return position === undefined
      ? []
      : [{ position, where, ...(timeSeconds === undefined ? {} : { timeSeconds }) }];
  });
  if (times !== undefined && !Array.isArray(times)) noticeTimeOfLine(points, report);
  found.lines.push({ kind: 'track', where, points, ...(name === undefined ? {} : { name }) });
}

/** A list; of another value, an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A position: what stands after the elevation is ignored, as RFC 7946 (3.1.1) allows. */
function positionOf(value: unknown, where: string, report: Report): Position | undefined {
  const isLong = Array.isArray(value) && value.length > 3;
  if (isLong) report.notice('numbers after the elevation of a position are ignored');
  const position: unknown = isLong ? value.slice(0, 3) : value;
  const problem = positionProblem(position);
  if (problem === undefined) return position as Position;
  report.skip(where, `${problem}; its value: ${quoted(shown(value))}`);
  return undefined;
}

/**
 * The times of a line, as togeojson writes them: `coordTimes`, `coordinateProperties.times`; of a point. Some
 * programs write them into the geometry. A list counts before another value, which may be a start; what is
 * inherited counts after the same kind of the holders.
 */
export function timesOf(holders: readonly unknown[], inherited?: unknown): unknown {
  const stated = holders.flatMap((each) => [
    memberOf(memberOf(each, 'coordinateProperties'), 'times'),
    ...['coordTimes', 'times', 'time', 'timestamp'].map((name) => memberOf(each, name)),
  ]);
  const all = [...stated, inherited].filter((each) => shown(each ?? '').trim() !== '');
  return (
    all.find((each) => Array.isArray(each) && each.length > 0) ?? all.find((each) => !Array.isArray(each))
  );
}

export function nameOf(feature: Fields, properties: unknown): string | undefined {
  const names = ['name', 'Name', 'title', 'Title', 'label', 'location_name'].map((each) =>
    memberOf(properties, each),
  );
  // Saved places of Google Takeout have it in `location`.
  const all = [
    ...names,
    memberOf(memberOf(properties, 'location'), 'name'),
    memberOf(feature, 'id'),
    memberOf(properties, 'id'),
  ];
  const name = all.find(
    (each) => (typeof each === 'string' && each.trim() !== '') || typeof each === 'number',
  );
  return name === undefined ? undefined : String(name).trim();
}

/** A member of an object or a list that is its own. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Fields)[name]
    : undefined;
}
