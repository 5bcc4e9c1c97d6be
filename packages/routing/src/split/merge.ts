import { type AttributeRun, type AttributeRuns, attributeNames } from '../model/attributes.ts';
import type { DirectionsAnswer } from '../model/directions.ts';
import { joinLines } from '../model/line.ts';
import type { MatrixAnswer, MatrixMetric, MatrixTable } from '../model/matrix.ts';
import type { BoundingBox } from '../model/position.ts';
import type { SnappedPoint } from '../model/result.ts';
import type { Leg, Route } from '../model/route.ts';
import type { MatrixTile } from './plans.ts';

/** A tile with its answer. */
export interface AnsweredTile {
  readonly tile: MatrixTile;
  readonly answer: MatrixAnswer;
}

/** The tiles as one matrix. */
export function mergeMatrix(
  parts: readonly AnsweredTile[],
  size: { readonly rows: number; readonly columns: number; readonly metrics: readonly MatrixMetric[] },
): Pick<MatrixAnswer, 'durationsSeconds' | 'distancesMeters' | 'origins' | 'destinations'> {
  const { rows, columns, metrics } = size;
  const table = (name: 'durationsSeconds' | 'distancesMeters') => mergeTables(parts, rows, columns, name);
  return {
    ...(metrics.includes('duration') ? { durationsSeconds: table('durationsSeconds') } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: table('distancesMeters') } : {}),
    origins: mergePlaces(
      rows,
      parts.map(({ tile, answer }) => [tile.rows.from, answer.origins]),
    ),
    destinations: mergePlaces(
      columns,
      parts.map(({ tile, answer }) => [tile.columns.from, answer.destinations]),
    ),
  };
}

function mergeTables(
  parts: readonly AnsweredTile[],
  rows: number,
  columns: number,
  name: 'durationsSeconds' | 'distancesMeters',
): MatrixTable {
  const merged = Array.from({ length: rows }, () => new Array<number | null>(columns).fill(null));
  for (const { tile, answer } of parts) {
    answer[name]?.forEach((row, index) => {
      const target = merged[tile.rows.from + index];
      row.forEach((cell, at) => {
        if (target !== undefined) target[tile.columns.from + at] = cell;
      });
    });
  }
  return merged;
}

// All tiles of a row of tiles have the same origins: the first known position of a place is enough.
function mergePlaces(
  length: number,
  parts: readonly (readonly [offset: number, places: readonly SnappedPoint[]])[],
): SnappedPoint[] {
  const merged = Array.from({ length }, (): SnappedPoint => ({}));
  for (const [offset, places] of parts) {
    places.forEach((place, index) => {
      if (merged[offset + index]?.position === undefined) merged[offset + index] = place;
    });
  }
  return merged;
}

/** Routes over consecutive chunks of waypoints as one route over all of them. */
export function mergeRoutes(routes: readonly Route[]): Route {
  const { coordinates, offsets } = joinLines(routes.map(({ geometry }) => geometry.coordinates));
  return {
    distanceMeters: sum(routes.map((route) => route.distanceMeters)),
    durationSeconds: sum(routes.map((route) => route.durationSeconds)),
    ...optionalSum('ascentMeters', routes),
    ...optionalSum('descentMeters', routes),
    boundingBox: routes.map((route) => route.boundingBox).reduce(union),
    geometry: { type: 'LineString', coordinates },
    legs: routes.flatMap((route, index) => route.legs.map((leg) => shiftLeg(leg, offsets[index]?.[0] ?? 0))),
    ...mergeAttributes(
      routes.map(({ attributes }) => attributes),
      offsets.map(([from]) => from),
    ),
  };
}

// Only attributes that all parts state cover the whole line.
function mergeAttributes(parts: readonly (AttributeRuns | undefined)[], offsets: readonly number[]) {
  if (parts.includes(undefined)) return {};
  const names = attributeNames.filter((name) => parts.every((part) => part?.[name] !== undefined));
  const merged = names.map((name) => {
    const runs = parts.flatMap((part, index) =>
      (part?.[name] ?? []).map((run) => shiftRun(run, offsets[index] ?? 0)),
    );
    return [name, fuseRuns(runs)] as const;
  });
  return { attributes: Object.fromEntries(merged) as AttributeRuns };
}

function shiftRun({ geometryRange: [from, to], value }: AttributeRun, offset: number): AttributeRun {
  return { geometryRange: [from + offset, to + offset], value };
}

function fuseRuns(runs: readonly AttributeRun[]): AttributeRun[] {
  const fused: AttributeRun[] = [];
  for (const run of runs) {
    const last = fused.at(-1);
    if (last?.value !== run.value) fused.push(run);
    else fused[fused.length - 1] = { ...run, geometryRange: [last.geometryRange[0], run.geometryRange[1]] };
  }
  return fused;
}

/** A waypoint that two chunks share comes from the first of them. */
export function mergeWaypoints(answers: readonly DirectionsAnswer[]): SnappedPoint[] {
  return answers.flatMap(({ waypoints }, index) => (index === 0 ? waypoints : waypoints.slice(1)));
}

function shiftLeg(leg: Leg, offset: number): Leg {
  const shift = ([from, to]: readonly [number, number]) => [from + offset, to + offset] as const;
  return {
    ...leg,
    geometryRange: shift(leg.geometryRange),
    steps: leg.steps.map((step) => ({ ...step, geometryRange: shift(step.geometryRange) })),
  };
}

function optionalSum(name: 'ascentMeters' | 'descentMeters', routes: readonly Route[]) {
  const values = routes.map((route) => route[name]).filter((value) => value !== undefined);
  return values.length === routes.length ? { [name]: sum(values) } : {};
}

// Rounded to the tenth of a millimetre or millisecond: 0.1 + 0.2 is 0.30000000000000004.
function sum(values: readonly number[]): number {
  return Math.round(values.reduce((total, value) => total + value, 0) * 10_000) / 10_000;
}

function union(a: BoundingBox, b: BoundingBox): BoundingBox {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
