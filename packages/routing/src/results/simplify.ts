import { InvalidInputError } from '@org/core';
import { type OptionNames, requireOptions } from '@org/core/basics';
import type { Coordinate, DeepReadonly, Position } from '../model/geometry/position.ts';
import { requirePositions } from '../model/geometry/position-rules.ts';
import { nearestOnSegment } from '../model/geometry/segment.ts';
import type { Route } from '../model/routes/route.ts';
import type { AttributeRuns } from '../model/travel/road-attributes.ts';
import { requireRoute } from './require-result.ts';

const simplifyNames: OptionNames<SimplifyOptions> = { toleranceMeters: 0 };

/** How much a line may change. @public */
export interface SimplifyOptions {
  /** The largest distance from a removed point to the new line. */
  readonly toleranceMeters: number;
}

/**
 * The line with fewer points: no removed point is farther from it than the tolerance.
 *
 * Source: Douglas and Peucker, "Algorithms for the reduction of the number of points required to represent a
 * digitized line or its caricature" (1973). @public
 *
 * @throws InvalidInputError for a tolerance below 0
 */
export function simplifyLine(line: readonly Position[], options: SimplifyOptions): Coordinate[] {
  requireOptions(options, simplifyNames, 'simplifyLine()');
  requirePositions('line', line);
  return indexesToKeep(line, options, []).map((index) => copyOf(line[index]));
}

/**
 * The route with fewer points. The first and the last point of every leg, step and attribute run stay, and
 * every `geometryRange` has the new indexes. Distances and durations stay those of the engine. @public
 *
 * @throws InvalidInputError for a tolerance below 0
 */
export function simplifyRoute<Given extends DeepReadonly<Route>>(
  route: Given,
  options: SimplifyOptions,
): Given {
  requireOptions(options, simplifyNames, 'simplifyRoute()');
  requireRoute(route);
  const { coordinates } = route.geometry;
  const ranged = [
    ...route.legs,
    ...route.legs.flatMap(({ steps }) => steps),
    ...Object.values(route.attributes ?? {}).flat(),
  ];
  const kept = indexesToKeep(
    coordinates,
    options,
    ranged.flatMap(({ geometryRange }) => geometryRange),
  );
  const newIndexes = new Map(kept.map((index, position) => [index, position]));
  const renumber = <Ranged extends { readonly geometryRange: readonly [number, number] }>(
    part: Ranged,
  ): Ranged => ({
    ...part,
    geometryRange: part.geometryRange.map((index) => newIndexes.get(index) ?? index),
  });
  const legs = route.legs.map((leg) => ({ ...renumber(leg), steps: leg.steps.map(renumber) }));
  const geometry = { ...route.geometry, coordinates: kept.map((index) => copyOf(coordinates[index])) };
  if (route.attributes === undefined) return { ...route, geometry, legs };
  const attributes: AttributeRuns = Object.fromEntries(
    Object.entries(route.attributes).map(([name, runs]) => [name, runs.map(renumber)]),
  );
  return { ...route, geometry, legs, attributes };
}

function copyOf(point: Position | undefined): Coordinate {
  return [...(point ?? [])] as unknown as Coordinate;
}

function indexesToKeep(
  line: readonly Position[],
  { toleranceMeters }: SimplifyOptions,
  fixed: readonly number[],
): number[] {
  if (!(toleranceMeters >= 0))
    throw new InvalidInputError({
      message: 'toleranceMeters must be a number of at least 0.',
      outcome: 'not-sent',
    });
  const last = line.length - 1;
  const ends = [...new Set([0, ...fixed, last])]
    .filter((index) => index >= 0 && index <= last)
    .sort((a, b) => a - b);
  const kept = new Set(ends);
  // A stack instead of recursion: the depth may be the length of the line.
  const open = ends.slice(1).map((to, index) => [ends[index] ?? 0, to] as const);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [from, to] = part;
    const far = farthest(line, from, to);
    if (far === undefined || far.meters <= toleranceMeters) continue;
    kept.add(far.index);
    open.push([from, far.index], [far.index, to]);
  }
  return [...kept].sort((a, b) => a - b);
}

/**
 * A point that is about as far from the segment as the farthest one, near the middle of its part: with the
 * farthest itself, the time of a line with many equal curves would grow with the square of its length.
 */
function farthest(line: readonly Position[], from: number, to: number) {
  const [start, end] = [line[from], line[to]];
  if (start === undefined || end === undefined) return undefined;
  const near = nearestOnSegment(start, end);
  const meters = line.slice(from + 1, to).map((place) => near(place).meters);
  const most = meters.reduce((a, b) => Math.max(a, b), 0);
  const isFar = (index: number) => (meters[index] ?? 0) >= most * aboutAsFar;
  const middle = Math.floor(meters.length / 2);
  let aside = 0;
  while (aside < middle && !isFar(middle - aside) && !isFar(middle + aside)) aside += 1;
  const index = from + 1 + (isFar(middle - aside) ? middle - aside : middle + aside);
  return meters.length === 0 ? undefined : { index, meters: most };
}

const aboutAsFar = 0.9;
