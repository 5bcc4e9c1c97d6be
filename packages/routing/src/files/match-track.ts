import { InvalidInputError, UnsupportedError } from '@org/core';
import { type OptionNames, requireOptions } from '@org/core/basics';
import type { RoutingCallOptions } from '../call-options.ts';
import { isRepeatedError } from '../calls/repeated-error.ts';
import { distanceBetween } from '../model/geometry/position.ts';
import type { MatchedPoint, MatchedRoute, MatchRequest, MatchResult } from '../model/routes/match.ts';
import { mergeRoutes } from '../split/merge.ts';
import { invalidOption, requireSegments } from './invalid-option.ts';
import type { TrackPoint, TrackSegment } from './read-track.ts';

/** A client with `match()`. @public */
export interface TrackMatcher {
  /** The method of the client. */
  match(request: MatchRequest, options?: RoutingCallOptions): Promise<MatchResult>;
}

/** The options of {@link matchTrack}: those of `match()`, and of the split. @public */
export interface MatchTrackOptions extends Omit<MatchRequest, 'trace'> {
  /**
   * Points a request: a longer segment is sent in several, which share one point, and joined. OSRM's own
   * limit is 100 points, that of Valhalla 16000.
   * @defaultValue 100
   */
  readonly maxPoints?: number | undefined;
  /** Metres a request, along the points. Valhalla's own limit is 200 km. @defaultValue 190000 */
  readonly maxMeters?: number | undefined;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a request ended. An error that it throws ends the call. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

/** A segment of a track on the roads, or the reason why it is not. @public */
export type MatchedSegment = {
  /** The name of its track. */
  readonly name?: string | undefined;
  /** Where it begins in the file. */
  readonly where?: string | undefined;
} & (
  | { readonly result: MatchResult; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: unknown }
);

const names: OptionNames<MatchTrackOptions> = {
  profile: 0,
  steps: 0,
  language: 0,
  providerOptions: 0,
  maxPoints: 0,
  maxMeters: 0,
  signal: 0,
  onProgress: 0,
};

/**
 * The roads of a track, segment by segment. A segment that fails has its error; the others stay. An error
 * that every segment would have ends the call: a refused key, a used-up quota, a wrong `profile`. So does an
 * abort.
 *
 * @throws InvalidInputError for an invalid option; the errors of `match()` that all segments would have, such
 * as AuthenticationError for a refused key; the reason of an abort; what `onProgress` throws
 *
 * @example
 * const { segments } = cleanTrack((await readTrack(bytes)).segments);
 * const server = createRoutingClient({ driver: valhalla({ baseUrl: 'http://localhost:8002' }) });
 * const matched = await matchTrack(server, segments, { profile: 'cycling' });
 *
 * @public
 */
export async function matchTrack(
  client: TrackMatcher,
  segments: readonly TrackSegment[],
  options: MatchTrackOptions,
): Promise<MatchedSegment[]> {
  requireOptions(options, names, 'matchTrack()');
  requireSegments(segments);
  const { maxPoints = 100, maxMeters = 190_000, signal, onProgress, ...request } = options;
  if (!Number.isSafeInteger(maxPoints) || maxPoints < 2)
    throw invalidOption('maxPoints', 'a whole number of at least 2');
  if (!(maxMeters > 0)) throw invalidOption('maxMeters', 'a number above 0');
  const plans = segments.map((segment) => chunksOf(segment.points, maxPoints, maxMeters));
  const total = plans.reduce((sum, chunks) => sum + chunks.length, 0);
  let ended = 0;
  const match = (trace: readonly TrackPoint[]) =>
    client.match({ ...request, trace }, signal === undefined ? {} : { signal });
  const matched: MatchedSegment[] = [];
  for (const [at, chunks] of plans.entries()) {
    const { points: _, ...rest } = segments[at] as TrackSegment;
    const results: MatchResult[] = [];
    let failure: { readonly error: unknown } | undefined;
    for (const [index, trace] of chunks.entries()) {
      try {
        results.push(await match(trace));
      } catch (error) {
        signal?.throwIfAborted();
        if (concernsAll(error)) throw error;
        failure = { error };
      }
      // The rest of a failed segment is not sent.
      onProgress?.({ done: ended + (failure === undefined ? index + 1 : chunks.length), total });
      if (failure !== undefined) break;
    }
    ended += chunks.length;
    matched.push({ ...rest, ...(failure ?? { result: joinResults(results) }) });
  }
  return matched;
}

function concernsAll(error: unknown): boolean {
  // A trace of one point, or with times of some points, is that of its segment.
  if (InvalidInputError.isInstance(error)) return !error.issues?.some(({ path }) => /^trace\b/.test(path));
  return UnsupportedError.isInstance(error) || isRepeatedError(error);
}

/** Chunks that share one point. Each has two points or more. */
function chunksOf(points: readonly TrackPoint[], maxPoints: number, maxMeters: number): TrackPoint[][] {
  const chunks: TrackPoint[][] = [];
  let chunk: TrackPoint[] = [];
  let meters = 0;
  for (const point of points) {
    const last = chunk.at(-1);
    const step = last === undefined ? 0 : distanceBetween(last.position, point.position);
    if (last !== undefined && chunk.length > 1 && (chunk.length === maxPoints || meters + step > maxMeters)) {
      chunks.push(chunk);
      [chunk, meters] = [[last], 0];
    }
    chunk.push(point);
    meters += step;
  }
  return [...chunks, chunk];
}

// A route that stops at the shared point and one that starts there are one.
const joinMeters = 50;

/** One result of several. The point that two share is that of the first of them. */
function joinResults(results: readonly MatchResult[]): MatchResult {
  const [first, ...others] = results;
  if (first === undefined) throw new TypeError('There is no result to join.');
  if (others.length === 0) return first;
  const points: (MatchedPoint | null)[] = [...first.points];
  // Those of a group become one route.
  const groups = first.routes.map((route) => [route]);
  for (const after of others) {
    const shared = points.pop() ?? null;
    const [again = null, ...rest] = after.points;
    const group = groups.at(-1);
    const [last, next] = [group?.at(-1), after.routes[0]];
    const isOne =
      shared !== null && again !== null && last !== undefined && next !== undefined && meet(last, next);
    const offset = groups.length - (isOne ? 1 : 0);
    const shift = (point: MatchedPoint | null) =>
      point === null ? null : { ...point, routeIndex: point.routeIndex + offset };
    points.push(shared ?? shift(again));
    for (const point of rest) points.push(shift(point));
    if (isOne) group?.push(next);
    for (const route of isOne ? after.routes.slice(1) : after.routes) groups.push([route]);
  }
  return {
    ...first,
    routes: groups.map(joinRoutes),
    points,
    warnings: results.flatMap(({ warnings }) => warnings),
  };
}

function meet(a: MatchedRoute, b: MatchedRoute): boolean {
  const [end, start] = [a.geometry.coordinates.at(-1), b.geometry.coordinates[0]];
  return end !== undefined && start !== undefined && distanceBetween(end, start) <= joinMeters;
}

function joinRoutes(routes: readonly MatchedRoute[]): MatchedRoute {
  const [only, ...others] = routes;
  if (only !== undefined && others.length === 0) return only;
  const sure = routes.flatMap(({ confidence }) => confidence ?? []);
  return { ...mergeRoutes(routes), ...(sure.length === 0 ? {} : { confidence: least(sure) }) };
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b));
}
