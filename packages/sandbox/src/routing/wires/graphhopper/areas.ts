import { type Engine, EngineError } from '@org/routing/embedded';
import type { SandboxResponse } from '../../../http/exchange.ts';
import { calculateMatrix, type MatrixCell } from '../../engine/matrix.ts';
import { toLocation } from '../../engine/position.ts';
import { snap } from '../../engine/snap.ts';
import { GraphHopperProblem, invalid, noConnection, pointNotFound } from './problem.ts';
import { costingOf, type GraphHopperRequest, isSet, readNumber, readPoints, readWords } from './request.ts';

const maxCells = 10_000;

/** The body of the response of `/matrix`. @throws {GraphHopperProblem} */
export async function solveMatrix(engine: Engine, request: GraphHopperRequest): Promise<object> {
  const started = performance.now();
  const points = readPoints(request, 'points');
  const [from, to] = [
    readPoints(request, 'from_points') ?? points,
    readPoints(request, 'to_points') ?? points,
  ];
  if (!from?.length || !to?.length) throw invalid('points, or from_points and to_points, are needed');
  if (from.length * to.length > maxCells) throw invalid(`Too many points: allowed: ${maxCells} pairs`);
  const names = readWords(request, 'out_arrays');
  const costing = costingOf(request);
  const { signal } = request;
  const locations = [...from, ...to];
  const snapped = await snap(engine, costing, locations, signal);
  const lost = (offset: number, count: number) =>
    Array.from({ length: count }, (_, index) => index).filter((index) => !snapped[offset + index]);
  const missing = { from: lost(0, from.length), to: lost(from.length, to.length) };
  const sources = from.map((_, index) => index);
  const destinations = to.map((_, index) => from.length + index);
  const cells = await calculateMatrix({ engine, costing, locations, snapped, sources, destinations, signal });
  const pairs = cells.flatMap((row, i) =>
    row.flatMap((cell, j) => (cell || missing.from.includes(i) || missing.to.includes(j) ? [] : [[i, j]])),
  );
  if (isSet(request, 'fail_fast', true)) {
    const index = snapped.indexOf(undefined);
    const place = locations[index];
    if (place !== undefined) throw pointNotFound(index < from.length ? index : index - from.length, place);
    if (pairs.length > 0) throw noConnection();
  }
  const table = (value: (cell: MatrixCell) => number) =>
    cells.map((row) => row.map((cell) => (cell === undefined ? null : value(cell))));
  const wanted = names.length === 0 ? ['weights'] : names;
  const took = Math.round(performance.now() - started);
  return {
    ...(wanted.includes('weights') && { weights: table(({ seconds }) => seconds) }),
    ...(wanted.includes('times') && { times: table(({ seconds }) => Math.round(seconds)) }),
    ...(wanted.includes('distances') && { distances: table(({ meters }) => Math.round(meters)) }),
    info: { copyrights: ['GraphHopper', 'OpenStreetMap contributors'], took },
    hints: hintsOf(missing, pairs),
  };
}

function hintsOf(missing: { from: number[]; to: number[] }, pairs: readonly number[][]): object[] {
  const package_ = 'com.graphhopper.util.exceptions';
  const hints: object[] = [];
  if (missing.from.length + missing.to.length > 0)
    hints.push({
      message: 'Cannot find points',
      details: `${package_}.PointNotFoundException`,
      invalid_from_points: missing.from,
      invalid_to_points: missing.to,
    });
  if (pairs.length > 0)
    hints.push({
      message: 'Connection between locations not found',
      details: `${package_}.ConnectionNotFoundException`,
      point_pairs: pairs,
    });
  return hints;
}

export async function handleIsochrone(engine: Engine, request: GraphHopperRequest): Promise<SandboxResponse> {
  const [point, ...others] = readPoints(request, 'points') ?? [];
  if (point === undefined || others.length > 0) throw invalid('You need to specify exactly one point');
  const buckets = readNumber(request, 'buckets', { otherwise: 1, least: 1, most: 10 });
  const meters = readNumber(request, 'distance_limit', { otherwise: -1, least: -1, most: 200_000 });
  const seconds = readNumber(request, 'time_limit', { otherwise: 600, least: 1, most: 7200 });
  const shares = Array.from(
    { length: Math.floor(buckets) },
    (_, bucket) => (bucket + 1) / Math.floor(buckets),
  );
  const body = {
    locations: [toLocation(point)],
    costing: costingOf(request),
    contours: shares.map((share) =>
      meters > 0 ? { distance: (meters * share) / 1000 } : { time: (seconds * share) / 60 },
    ),
    polygons: true,
    reverse: isSet(request, 'reverse_flow', false),
  };
  const answer = (await engine.call('isochrone', body, request.signal).catch((error: unknown) => {
    if (EngineError.isInstance(error) && error.code === 171)
      throw new GraphHopperProblem(`Point not found:${point[1]},${point[0]}`, 'IllegalArgumentException');
    throw error;
  })) as { readonly features: readonly { readonly geometry: object }[] };
  // Largest first with the engine.
  const polygons = [...answer.features]
    .reverse()
    .map(({ geometry }, bucket) => ({ type: 'Feature', properties: { bucket }, geometry }));
  return {
    status: 200,
    json: { polygons, info: { copyrights: ['GraphHopper', 'OpenStreetMap contributors'] } },
  };
}
