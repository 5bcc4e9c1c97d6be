import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { distanceBetween, isSamePlace } from '../model/geometry/position.ts';
import { invalidOption, requireSegments } from './invalid-option.ts';
import type { TrackPoint, TrackSegment } from './read-track.ts';

/** How a track is cleaned. @public */
export interface CleanOptions {
  /** Points that are closer in time to the last kept one are dropped, in seconds. @defaultValue 0.9 */
  readonly minSeconds?: number | undefined;
  /** Points that stand: within this distance of the first of them, in metres. @defaultValue 15 */
  readonly standingMeters?: number | undefined;
  /** Points that stand for as long become the first and the last of them, in seconds. @defaultValue 60 */
  readonly standingSeconds?: number | undefined;
  /** As `standingSeconds`, in points, for a track without times. @defaultValue 10 */
  readonly standingPoints?: number | undefined;
  /** A step over this distance starts a new segment, in metres. @defaultValue 2000 */
  readonly gapMeters?: number | undefined;
  /** A step of this time starts a new segment, if it is a move, in seconds. @defaultValue 600 */
  readonly gapSeconds?: number | undefined;
}

/** What {@link cleanTrack} dropped and changed: counts of points, unless stated. @public */
export interface CleanCounts {
  /** The points of the input. */
  readonly points: number;
  /** The points of the result. */
  readonly kept: number;
  /** At the place of the point before. */
  readonly repeated: number;
  /** Less than `minSeconds` after the point before. */
  readonly tooSoon: number;
  /** With a time that does not fit the order of the others: too early, or too late. */
  readonly backwards: number;
  /** Between the first and the last of a group that stands. */
  readonly standing: number;
  /** In segments that have one point only. */
  readonly alone: number;
  /** Times that were removed: not all points of a segment have one, or points share one time or dates. */
  readonly timesRemoved: number;
  /** Steps that started a new segment. */
  readonly gaps: number;
  /** Steps of `gapSeconds` without a move. The segment goes on. */
  readonly pauses: number;
}

/** A cleaned track. @public */
export interface CleanedTrack {
  /** The segments, each of two or more points. */
  readonly segments: readonly TrackSegment[];
  /** What was dropped, and why. */
  readonly dropped: CleanCounts;
}

const names: OptionNames<CleanOptions> = {
  minSeconds: 0,
  standingMeters: 0,
  standingSeconds: 0,
  standingPoints: 0,
  gapMeters: 0,
  gapSeconds: 0,
};

const defaults = {
  // A logger of one point a second is a few milliseconds early at times.
  minSeconds: 0.9,
  standingMeters: 15,
  standingSeconds: 60,
  standingPoints: 10,
  gapMeters: 2000,
  gapSeconds: 600,
};

type Limits = typeof defaults;
type Counts = { -readonly [Name in keyof CleanCounts]: number };

/**
 * A track as map matching wants it: without groups of standing points, repeated points, several points in a
 * second and times out of order; split at gaps. Every point of the input is kept, or counted in one of
 * the reasons.
 *
 * @throws InvalidInputError for an unknown option, and one that is not a number of at least 0
 *
 * @example
 * const { segments, dropped } = cleanTrack((await readTrack(bytes)).segments);
 *
 * @public
 */
export function cleanTrack(segments: readonly TrackSegment[], options: CleanOptions = {}): CleanedTrack {
  refuseUnknown(options, names, 'cleanTrack()');
  requireSegments(segments);
  const limits = limitsOf(options);
  const dropped: Counts = {
    points: segments.reduce((sum, { points }) => sum + points.length, 0),
    ...{ kept: 0, repeated: 0, tooSoon: 0, backwards: 0, standing: 0 },
    ...{ alone: 0, timesRemoved: 0, gaps: 0, pauses: 0 },
  };
  const cleaned = joinSingle(segments, limits).flatMap(({ points, ...rest }) => {
    const ordered = inOrderOfTime(withOneKindOfTime(points, dropped), dropped);
    const moving = withoutStanding(withoutRepeated(ordered, limits, dropped), limits, dropped);
    return splitAtGaps(moving, limits, dropped).map((part) => ({ ...rest, points: part }));
  });
  const kept = cleaned.filter(({ points }) => points.length > 1);
  dropped.alone = cleaned.filter(({ points }) => points.length === 1).length;
  dropped.kept = kept.reduce((sum, { points }) => sum + points.length, 0);
  return { segments: kept, dropped };
}

function limitsOf(options: CleanOptions): Limits {
  const limits: Limits = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Limits)[]) {
    const value = options[name];
    if (value === undefined) continue;
    if (!(Number.isFinite(value) && value >= 0)) throw invalidOption(name);
    limits[name] = value;
  }
  return limits;
}

/** Some loggers write each point as a segment: a single point is a part of its neighbour. */
function joinSingle(segments: readonly TrackSegment[], limits: Limits): TrackSegment[] {
  const joined: (TrackSegment & { points: TrackPoint[] })[] = [];
  for (const segment of segments) {
    const before = joined.at(-1);
    const [last, first] = [before?.points.at(-1), segment.points[0]];
    const isSingle = before?.points.length === 1 || segment.points.length === 1;
    const isNext = last !== undefined && first !== undefined && !isGap(last, first, limits);
    if (before !== undefined && isNext && isSingle && segment.name === before.name) {
      for (const point of segment.points) before.points.push(point);
    } else joined.push({ ...segment, points: [...segment.points] });
  }
  return joined;
}

/** `match()` takes a time at every point or at none. */
function withOneKindOfTime(points: readonly TrackPoint[], dropped: Counts): readonly TrackPoint[] {
  const times = points.flatMap(({ timeSeconds }) => timeSeconds ?? []);
  if (times.length === 0 || (times.length === points.length && !isCoarse(times))) return points;
  dropped.timesRemoved += times.length;
  return points.map(({ position }) => ({ position }));
}

/** Several points share the time of an export, or a date without a time of day. */
function isCoarse(times: readonly number[]): boolean {
  const { size } = new Set(times);
  return size < times.length && (size === 1 || times.every((time) => time % 86_400 === 0));
}

/** The points of a longest run of times that do not decrease; all points of a track without times. */
function inOrderOfTime(points: readonly TrackPoint[], dropped: Counts): TrackPoint[] {
  // The last point of the run of each length: the one with the lowest time.
  const ends: number[] = [];
  const before = points.map((point, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (secondsBetween(points[ends[middle] as number] as TrackPoint, point) < 0) high = middle;
      else low = middle + 1;
    }
    ends[low] = at;
    return ends[low - 1];
  });
  const kept: TrackPoint[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) kept.push(points[at] as TrackPoint);
  dropped.backwards += points.length - kept.length;
  return kept.reverse();
}

function withoutRepeated(points: readonly TrackPoint[], limits: Limits, dropped: Counts): TrackPoint[] {
  const kept: TrackPoint[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    const seconds = last === undefined ? Infinity : secondsBetween(last, point);
    if (last !== undefined && isSamePlace(last.position, point.position) && !(seconds >= limits.gapSeconds))
      dropped.repeated += 1;
    else if (last !== undefined && seconds < limits.minSeconds) dropped.tooSoon += 1;
    else kept.push(point);
  }
  return kept;
}

function withoutStanding(points: readonly TrackPoint[], limits: Limits, dropped: Counts): TrackPoint[] {
  const kept: TrackPoint[] = [];
  let [enough, away] = [0, 0];
  for (let from = 0; from < points.length; ) {
    const first = points[from] as TrackPoint;
    const isNear = (at: number) => metersBetween(first, points[at] as TrackPoint) <= limits.standingMeters;
    enough = enoughFrom(points, from, enough, limits);
    // A point away from the one before is mostly away from this one: a log of 1 kHz is not read again.
    const isAway = enough === points.length || (away > from && !isNear(away)) || !isNear(enough);
    if (!isAway) away = farthestAway(points, from, enough, limits);
    let end = from + 1;
    if (!isAway && away === from) while (end < points.length && (end <= enough || isNear(end))) end += 1;
    kept.push(first);
    if (end - from > 2) {
      dropped.standing += end - from - 2;
      kept.push(points[end - 1] as TrackPoint);
      from = end;
    } else from += 1;
  }
  return kept;
}

/** The first point that makes a group of standing ones long enough, if all until there are near. */
function enoughFrom(points: readonly TrackPoint[], from: number, before: number, limits: Limits): number {
  const first = points[from] as TrackPoint;
  if (first.timeSeconds === undefined)
    return Math.min(points.length, from + Math.max(0, Math.ceil(limits.standingPoints) - 1));
  let at = Math.max(from, before);
  while (at < points.length && secondsBetween(first, points[at] as TrackPoint) < limits.standingSeconds)
    at += 1;
  return at;
}

/** The farthest point that is away from the first, so that it serves the next ones too. */
function farthestAway(points: readonly TrackPoint[], from: number, enough: number, limits: Limits): number {
  let [farthest, most] = [from, limits.standingMeters];
  for (let at = enough; at > from; at -= 1) {
    const meters = metersBetween(points[from] as TrackPoint, points[at] as TrackPoint);
    if (meters > most) [farthest, most] = [at, meters];
  }
  return farthest;
}

function splitAtGaps(points: readonly TrackPoint[], limits: Limits, dropped: Counts): TrackPoint[][] {
  const parts: TrackPoint[][] = [];
  for (const [at, point] of points.entries()) {
    const last = points[at - 1];
    const starts = last !== undefined && isGap(last, point, limits);
    if (starts) dropped.gaps += 1;
    else if (last !== undefined && secondsBetween(last, point) >= limits.gapSeconds) dropped.pauses += 1;
    if (last === undefined || starts) parts.push([point]);
    else parts.at(-1)?.push(point);
  }
  return parts;
}

function isGap(a: TrackPoint, b: TrackPoint, limits: Limits): boolean {
  const meters = metersBetween(a, b);
  const isLong = secondsBetween(a, b) >= limits.gapSeconds;
  return meters > limits.gapMeters || (isLong && meters > limits.standingMeters);
}

/** `NaN` without times. */
function secondsBetween(a: TrackPoint, b: TrackPoint): number {
  return Number(b.timeSeconds ?? Number.NaN) - Number(a.timeSeconds ?? Number.NaN);
}

function metersBetween(a: TrackPoint, b: TrackPoint): number {
  return distanceBetween(a.position, b.position);
}
