import { listOf, memberOf } from './json-points.ts';
import type { Report } from './report.ts';
import { noticeTimeOfLine, timesFor } from './time-forms.ts';

/** Of collections in collections. */
export const deepest = 32;

/** The lines or the points of a geometry other than a collection. */
export function partsOf(geometry: unknown): readonly unknown[] {
  const coordinates = memberOf(geometry, 'coordinates');
  const isOne = /^(?:Point|LineString)$/.test(typeOf(geometry));
  return isOne ? [coordinates] : listOf(coordinates);
}

/** The times of each line: a list of lists, or one list for all. Other times are those of each line. */
export function timesOfLines(lines: readonly unknown[], times: unknown, report: Report): readonly unknown[] {
  if (!Array.isArray(times)) return lines.map(() => times);
  if (times.some(Array.isArray)) {
    const others = times.filter((each) => !Array.isArray(each) && each !== null);
    if (others.length > 0) noticeTimeOfLine([], report);
    return timesFor(lines, times.map(listOf), report);
  }
  const all = timesFor(lines.flatMap(listOf), times, report);
  return inParts(
    all,
    lines.map((line) => listOf(line).length),
  );
}

/** The times of each member of a collection: those of its lines, or of its points if no member has a line. */
export function timesOfMembers(
  members: readonly unknown[],
  times: unknown,
  report: Report,
): readonly unknown[] {
  if (!Array.isArray(times)) return members.map(() => times);
  const lines = members.map((each) => allPartsOf(each, /LineString$/));
  const all = lines.flat();
  if (all.length > 0)
    return inParts(
      timesOfLines(all, times, report),
      lines.map(({ length }) => length),
    );
  const points = members.map((each) => allPartsOf(each, /Point$/));
  return inParts(
    timesFor(points.flat(), times, report),
    points.map(({ length }) => length),
  );
}

/** The lines, or the points, in a geometry and in its collections. */
function allPartsOf(geometry: unknown, type: RegExp, depth = 0): readonly unknown[] {
  if (typeOf(geometry) === 'GeometryCollection' && depth <= deepest)
    return listOf(memberOf(geometry, 'geometries')).flatMap((each) => allPartsOf(each, type, depth + 1));
  return type.test(typeOf(geometry)) ? partsOf(geometry) : [];
}

function typeOf(geometry: unknown): string {
  const type = memberOf(geometry, 'type');
  return typeof type === 'string' ? type : '';
}

function inParts(all: readonly unknown[], lengths: readonly number[]): readonly (readonly unknown[])[] {
  let from = 0;
  return lengths.map((length) => {
    from += length;
    return all.slice(from - length, from);
  });
}
