import { decodePolyline, encodePolyline } from '@org/routing';
import { type Engine, EngineError } from '@org/routing/embedded';
import type { SandboxResponse } from '../../../http/exchange.ts';
import { boundingBox } from '../../engine/geometry.ts';
import { convertLanguage } from '../../engine/language.ts';
import { type Position, toLocation } from '../../engine/position.ts';
import { snap } from '../../engine/snap.ts';
import type { Trip } from '../../engine/trip.ts';
import { convertCustomModel } from './custom-model.ts';
import { renderDetails } from './details.ts';
import { measure, renderLeg } from './instructions.ts';
import { invalid, notOffered, pointNotFound } from './problem.ts';
import { costingOf, type GraphHopperRequest, isSet, readNumber, readPoints, readWords } from './request.ts';

export async function handleRoute(engine: Engine, request: GraphHopperRequest): Promise<SandboxResponse> {
  const points = readPoints(request, 'points') ?? [];
  const costing = costingOf(request);
  const started = performance.now();
  const isOptimized = isSet(request, 'optimize', false);
  const body = {
    locations: locationsOf(request, points),
    costing,
    language: convertLanguage(request.values['locale']),
    ...convertCustomModel(request.values['custom_model'], costing),
    ...alternativesOf(request, points.length),
  };
  if (points.length < 2) throw invalid(`At least 2 points have to be specified, but was:${points.length}`);
  const action = isOptimized ? 'optimized_route' : 'route';
  const answer = (await engine.call(action, body, request.signal).catch(async (error: unknown) => {
    if (EngineError.isInstance(error) && error.code === 171) await explain(engine, request, points);
    throw error;
  })) as { readonly trip: Trip; readonly alternates?: readonly { readonly trip: Trip }[] };
  const trips = [answer.trip, ...(answer.alternates ?? []).map(({ trip }) => trip)];
  const paths = await Promise.all(trips.map((trip) => renderPath(engine, request, trip, isOptimized)));
  const took = Math.round(performance.now() - started);
  const copyrights = ['GraphHopper', 'OpenStreetMap contributors'];
  return { status: 200, json: { hints: {}, info: { copyrights, took }, paths } };
}

function locationsOf(request: GraphHopperRequest, points: readonly Position[]): object[] {
  const { headings = [], curbsides = [] } = request.values;
  if (!Array.isArray(headings) || !Array.isArray(curbsides))
    throw invalid('headings and curbsides must be lists');
  const isStraight = isSet(request, 'pass_through', false);
  return points.map((point, index) => {
    const [heading, side] = [headings[index] as unknown, curbsides[index] as unknown];
    const isInner = index > 0 && index < points.length - 1;
    return {
      ...toLocation(point),
      ...(typeof heading === 'number' && { heading }),
      // The sandbox drives on the right.
      ...((side === 'right' || side === 'left') && {
        preferred_side: side === 'right' ? 'same' : 'opposite',
      }),
      ...(isInner && isStraight && { type: 'break_through' }),
    };
  });
}

function alternativesOf(request: GraphHopperRequest, points: number): object {
  const { algorithm } = request.values;
  if (algorithm === 'round_trip') throw notOffered('round trips');
  if (algorithm !== 'alternative_route') return {};
  if (points > 2) throw invalid('Currently alternative routes work only with start and end point');
  const most = readNumber(request, 'alternative_route.max_paths', { otherwise: 2, least: 1, most: 3 });
  return { alternates: most - 1 };
}

// The engine does not name the point.
async function explain(engine: Engine, request: GraphHopperRequest, points: readonly Position[]) {
  const snapped = await snap(engine, costingOf(request), points, request.signal);
  const index = snapped.indexOf(undefined);
  const point = points[index];
  if (point !== undefined) throw pointNotFound(index, point);
}

async function renderPath(
  engine: Engine,
  request: GraphHopperRequest,
  trip: Trip,
  isOptimized: boolean,
): Promise<object> {
  const { line, offsets } = joinLegs(trip);
  const last = trip.legs.length - 1;
  const instructions = trip.legs.flatMap((leg, index) => renderLeg(leg, offsets[index] ?? 0, index === last));
  const { distance, time } = measure(trip.summary);
  const elevation = isSet(request, 'elevation', false);
  const heights = elevation ? await readHeights(engine, line, request.signal) : [];
  const names = readWords(request, 'details');
  const source = { engine, costing: costingOf(request), signal: request.signal, trip, offsets, instructions };
  const { points_encoded_multiplier: multiplier = 1e5 } = request.values;
  const precision = multiplier === 1e6 ? 6 : 5;
  if (multiplier !== 1e5 && multiplier !== 1e6)
    throw invalid('points_encoded_multiplier must be 100000 or 1000000');
  const isEncoded = isSet(request, 'points_encoded', true);
  const render = (indexes: readonly number[]) => {
    const coordinates = indexes.flatMap((index) =>
      line.slice(index, index + 1).map((point) => (elevation ? [...point, heights[index] ?? 0] : point)),
    ) as Position[];
    return isEncoded
      ? encodePolyline(coordinates, { precision, elevation })
      : { type: 'LineString', coordinates };
  };
  return {
    distance,
    weight: time / 1000,
    time,
    transfers: 0,
    points_encoded: isEncoded,
    ...(isEncoded && { points_encoded_multiplier: multiplier }),
    bbox: boundingBox(line),
    ...(isSet(request, 'calc_points', true) && { points: render([...line.keys()]) }),
    ...(isSet(request, 'instructions', true) && { instructions }),
    legs: [],
    details: names.length === 0 ? {} : await renderDetails(names, source),
    ...climbOf(heights),
    snapped_waypoints: render(offsets),
    ...(isOptimized && {
      points_order: trip.locations.map(({ original_index: index = 0 }) => index),
    }),
  };
}

/** The whole line, and where each leg begins and the last one ends. */
function joinLegs({ legs }: Trip): { readonly line: Position[]; readonly offsets: number[] } {
  const line: Position[] = [];
  const offsets = [0];
  for (const { shape } of legs) {
    const points = decodePolyline(shape, { precision: 6 }).map(([lon, lat]): Position => [lon, lat]);
    for (const point of line.length === 0 ? points : points.slice(1)) line.push(point);
    offsets.push(Math.max(0, line.length - 1));
  }
  return { line, offsets };
}

// Without tiles of heights, the sea level.
async function readHeights(
  engine: Engine,
  line: readonly Position[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const answer = (await engine.call('height', { shape: line.map(toLocation) }, signal)) as {
    readonly height: readonly (number | null)[];
  };
  return answer.height.map((height) => height ?? 0);
}

function climbOf(heights: readonly number[]) {
  const steps = heights.slice(1).map((height, index) => height - (heights[index] ?? height));
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + Math.abs(part), 0);
  return { ascend: sum(steps.filter((step) => step > 0)), descend: sum(steps.filter((step) => step < 0)) };
}
