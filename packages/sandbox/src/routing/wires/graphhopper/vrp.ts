import type { Engine } from '@org/routing/embedded';
import { drawLegs } from '../../engine/draw-line.ts';
import type { Position } from '../../engine/position.ts';
import { readSquareMatrix } from '../../engine/square-matrix.ts';
import type { Problem } from '../../optimization/problem.ts';
import { leaveLate, type Schedule, schedule } from '../../optimization/schedule.ts';
import { solve } from '../../optimization/solve.ts';
import { noConnection, pointNotFound } from './problem.ts';
import type { GraphHopperRequest } from './request.ts';
import { type Address, readVrpRequest, type VrpRequest, type VrpVehicle } from './vrp-request.ts';

/** The solution of `/vrp`. Source: GraphHopper Directions API, `Solution`. @throws {GraphHopperProblem} */
export async function solveVrp(engine: Engine, { values, signal }: GraphHopperRequest): Promise<object> {
  const request = readVrpRequest(values);
  const problem = await addMatrices(engine, request, signal);
  const { routes: planned, unassigned } = await solve(problem, { signal });
  const routes: (ReturnType<typeof renderRoute> & { readonly points?: readonly object[] })[] = [];
  for (const [index, visits] of planned.entries()) {
    const [vehicle, named] = [problem.vehicles[index], request.vehicles[index]];
    const early = vehicle && visits.length > 0 ? schedule(problem, vehicle, visits) : undefined;
    if (vehicle === undefined || named === undefined || early === undefined) continue;
    const route = renderRoute(request, named, leaveLate(problem, vehicle, early));
    const places = route.activities.flatMap(({ address }): Position[] => [[address.lon, address.lat]]);
    const legs = request.withPoints ? await drawLegs(engine, named.costing, places, signal) : [];
    const points = legs.map((coordinates) => ({ type: 'LineString', coordinates }));
    routes.push(request.withPoints ? { ...route, points } : route);
  }
  const sum = (
    name:
      | 'distance'
      | 'transport_time'
      | 'completion_time'
      | 'waiting_time'
      | 'service_duration'
      | 'preparation_time',
  ) => routes.reduce((total, route) => total + route[name], 0);
  const left = unassigned.flatMap((task) => request.tasks[task] ?? []);
  const idsOf = (isShipment: boolean) =>
    left.filter(({ types }) => (types.length === 2) === isShipment).map(({ id }) => id);
  return {
    ...{ costs: sum('transport_time'), distance: sum('distance'), transport_time: sum('transport_time') },
    ...{ completion_time: sum('completion_time'), waiting_time: sum('waiting_time') },
    ...{ service_duration: sum('service_duration'), preparation_time: sum('preparation_time') },
    max_operation_time: routes.reduce((most, route) => Math.max(most, route.completion_time), 0),
    ...{ no_vehicles: routes.length, no_unassigned: left.length, routes },
    unassigned: {
      ...{ services: idsOf(false), shipments: idsOf(true), breaks: [] },
      details: left.map(({ id }) => ({ id, code: 0, reason: 'no vehicle of this problem can take it' })),
    },
  };
}

async function addMatrices(
  engine: Engine,
  { places, tasks, vehicles, isStrict }: VrpRequest,
  signal: AbortSignal,
): Promise<Problem> {
  const matrices = new Map<string, Pick<Problem['vehicles'][number], 'seconds' | 'meters'>>();
  for (const { costing } of vehicles) {
    if (matrices.has(costing)) continue;
    const { far, apart, ...matrix } = await readSquareMatrix(engine, costing, places, signal);
    const [lost = -1] = far;
    const place = places[lost];
    if (isStrict && place !== undefined) throw pointNotFound(lost, place);
    if (isStrict && apart !== undefined) throw noConnection();
    matrices.set(costing, matrix);
  }
  const none = { seconds: [], meters: [] };
  return {
    tasks: tasks.map(({ task }) => task),
    vehicles: vehicles.map(({ costing, vehicle }) => ({ ...vehicle, ...(matrices.get(costing) ?? none) })),
  };
}

function renderRoute({ tasks }: VrpRequest, { id, start, end }: VrpVehicle, times: Schedule) {
  const sum = (name: 'waiting' | 'service' | 'setup') =>
    times.visits.reduce((total, visit) => total + visit[name], 0);
  const activity = (type: string, address: Address, more: object) => ({
    ...{ type, location_id: address.location_id, address },
    ...more,
  });
  const last = times.visits.at(-1);
  return {
    ...{ vehicle_id: id, distance: times.meters, transport_time: times.seconds },
    completion_time: times.arrival - times.departure,
    ...{ waiting_time: sum('waiting'), service_duration: sum('service'), preparation_time: sum('setup') },
    activities: [
      activity('start', start, {
        ...{ end_time: times.departure, distance: 0, driving_time: 0, load_after: times.initialLoad },
      }),
      ...times.visits.flatMap((visit, index) => {
        const { addresses, types, id: task } = tasks[visit.task] ?? { addresses: [], types: [], id: '' };
        const [address, type] = [addresses[visit.stop], types[visit.stop]];
        if (address === undefined || type === undefined) return [];
        const { arrival, waiting, setup, service, seconds, meters, load } = visit;
        return activity(type, address, {
          ...{ id: task, arr_time: arrival, end_time: arrival + waiting + setup + service },
          ...{ waiting_time: waiting, preparation_time: setup, distance: meters, driving_time: seconds },
          ...{ load_before: times.visits[index - 1]?.load ?? times.initialLoad, load_after: load },
        });
      }),
      ...(end === undefined
        ? []
        : [
            activity('end', end, {
              ...{ arr_time: times.arrival, distance: times.meters, driving_time: times.seconds },
              load_before: last?.load ?? [],
            }),
          ]),
    ],
  };
}
