import { encodePolyline } from '@org/routing';
import { type Engine, EngineError } from '@org/routing/embedded';
import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { drawLegs } from '../../engine/draw-line.ts';
import type { Position } from '../../engine/position.ts';
import { readSquareMatrix } from '../../engine/square-matrix.ts';
import type { Problem } from '../../optimization/problem.ts';
import { solve } from '../../optimization/solve.ts';
import { invalid, renderProblem, VroomProblem } from './problem.ts';
import { readVroomRequest, type VroomRequest } from './request.ts';
import { type PlannedVehicle, renderSolution, timesOf } from './response.ts';

export type CostingOf = (profile: string) => string | undefined;

/** VROOM's `POST /` over the engine's matrices and the sandbox's own solver. */
export async function handleOptimization(
  engine: Engine,
  costingOf: CostingOf,
  request: SandboxRequest,
): Promise<SandboxResponse> {
  const { signal } = request;
  try {
    const asked = readVroomRequest(request.text());
    const started = performance.now();
    const problem = await addMatrices(engine, costingOf, asked, signal);
    const matrices = performance.now();
    const plan = await solve(problem, { signal });
    const solved = performance.now();
    const planned = timesOf(problem, plan);
    const geometries: (string | undefined)[] = [];
    for (const each of planned)
      geometries.push(
        asked.withGeometry ? await drawRoute(engine, costingOf, asked, each, signal) : undefined,
      );
    const routing = matrices - started + (performance.now() - solved);
    const computingTimes = {
      loading: 0,
      routing: Math.round(routing),
      solving: Math.round(solved - matrices),
    };
    return { status: 200, json: renderSolution(asked, planned, plan, geometries, computingTimes) };
  } catch (error) {
    if (VroomProblem.isInstance(error)) return renderProblem(error);
    if (EngineError.isInstance(error)) return renderProblem(new VroomProblem(3, error.text));
    throw error;
  }
}

async function addMatrices(
  engine: Engine,
  costingOf: CostingOf,
  { places, tasks, vehicles }: VroomRequest,
  signal: AbortSignal,
): Promise<Problem> {
  const matrices = new Map<string, Pick<Problem['vehicles'][number], 'seconds' | 'meters'>>();
  for (const { profile } of vehicles) {
    const costing = costingOf(profile);
    if (costing === undefined) throw invalid(`Invalid profile: ${profile}.`);
    if (!matrices.has(profile)) matrices.set(profile, await readMatrix(engine, costing, places, signal));
  }
  const none = { seconds: [], meters: [] };
  return {
    tasks: tasks.map(({ task }) => task),
    vehicles: vehicles.map(({ profile, vehicle }) => ({ ...vehicle, ...(matrices.get(profile) ?? none) })),
  };
}

/** @throws {VroomProblem} for a place without a road, or without a route */
async function readMatrix(engine: Engine, costing: string, places: readonly Position[], signal: AbortSignal) {
  const { seconds, meters, far, apart } = await readSquareMatrix(engine, costing, places, signal);
  const [lost] = far;
  if (lost !== undefined)
    throw new VroomProblem(
      3,
      `Could not find routable point within a radius of 350.0 meters of location ${describe(places[lost])}`,
    );
  if (apart !== undefined)
    throw new VroomProblem(3, `Unfound route(s) from location ${describe(places[apart])}`);
  return { seconds, meters };
}

function describe(position: Position | undefined): string {
  return `[${(position ?? []).map((degrees) => degrees.toFixed(6)).join(',')}]`;
}

async function drawRoute(
  engine: Engine,
  costingOf: CostingOf,
  { places, vehicles }: VroomRequest,
  { index, times }: PlannedVehicle,
  signal: AbortSignal,
): Promise<string> {
  const { vehicle, profile = '' } = vehicles[index] ?? {};
  const stops = [vehicle?.start, ...times.visits.map(({ place }) => place), vehicle?.end];
  const positions = stops.flatMap((place) => (place === undefined ? [] : places.slice(place, place + 1)));
  const legs = await drawLegs(engine, costingOf(profile) ?? '', positions, signal);
  return encodePolyline(legs.flat());
}
