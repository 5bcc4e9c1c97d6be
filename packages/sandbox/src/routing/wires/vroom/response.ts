import type { Plan, Problem } from '../../optimization/problem.ts';
import { leaveLate, type Schedule, schedule } from '../../optimization/schedule.ts';
import type { NamedTask, VroomRequest } from './request.ts';

/** A planned route with its lines: `geometry` is an encoded polyline, if the request asks for it. */
export interface PlannedVehicle {
  readonly index: number;
  readonly times: Schedule;
}

/** The used vehicles with their times. */
export function timesOf(problem: Problem, { routes }: Plan): readonly PlannedVehicle[] {
  return routes.flatMap((visits, index) => {
    const vehicle = problem.vehicles[index];
    if (vehicle === undefined || visits.length === 0) return [];
    const early = schedule(problem, vehicle, visits);
    return early === undefined ? [] : [{ index, times: leaveLate(problem, vehicle, early) }];
  });
}

/** Source: VROOM-Project/vroom src/utils/output_json.cpp. The cost is the time on the road. */
export function renderSolution(
  request: VroomRequest,
  planned: readonly PlannedVehicle[],
  { unassigned }: Plan,
  geometries: readonly (string | undefined)[],
  computingTimes: { readonly loading: number; readonly routing: number; readonly solving: number },
) {
  const routes = planned.map((each, index) => renderRoute(request, each, geometries[index]));
  const left = unassigned.flatMap((task) => namesOf(request, task));
  const sum = (name: 'cost' | 'setup' | 'service' | 'duration' | 'waiting_time' | 'priority' | 'distance') =>
    routes.reduce((total, route) => total + (route[name] ?? 0), 0);
  const amounts = (name: 'delivery' | 'pickup') =>
    addAmounts(
      request,
      routes.map((route) => route[name]),
    );
  return {
    code: 0,
    summary: {
      ...{ cost: sum('cost'), routes: routes.length, unassigned: left.length },
      ...{ delivery: amounts('delivery'), amount: amounts('delivery'), pickup: amounts('pickup') },
      ...{ setup: sum('setup'), service: sum('service'), duration: sum('duration') },
      ...{ waiting_time: sum('waiting_time'), priority: sum('priority') },
      ...(request.withGeometry && { distance: sum('distance') }),
      violations: [],
      computing_times: computingTimes,
    },
    unassigned: left.map(({ place, ...name }) => ({ ...name, location: request.places[place] })),
    routes,
  };
}

function renderRoute(request: VroomRequest, { index, times }: PlannedVehicle, geometry: string | undefined) {
  const { id, description, vehicle } = request.vehicles[index] ?? {};
  const { places, withGeometry } = request;
  const tasks = times.visits.flatMap(({ task, stop }) => (stop === 0 ? (request.tasks[task] ?? []) : []));
  const sum = (name: 'setup' | 'service' | 'waiting') =>
    times.visits.reduce((total, visit) => total + visit[name], 0);
  const amounts = (name: 'delivery' | 'pickup') =>
    addAmounts(
      request,
      tasks.map((task) => task[name]),
    );
  const step = (type: string, place: number, more: object, seconds: number, meters: number) => ({
    ...{ type, location: places[place] },
    ...more,
    ...{ duration: seconds, violations: [], ...(withGeometry && { distance: meters }) },
  });
  const end = (type: 'start' | 'end', arrival: number, load: readonly number[]) => {
    const place = vehicle?.[type];
    if (place === undefined) return [];
    const [seconds, meters] = type === 'start' ? [0, 0] : [times.seconds, times.meters];
    return [step(type, place, { setup: 0, service: 0, waiting_time: 0, load, arrival }, seconds, meters)];
  };
  return {
    ...{ vehicle: id, cost: times.seconds, ...(description !== undefined && { description }) },
    ...{ delivery: amounts('delivery'), amount: amounts('delivery'), pickup: amounts('pickup') },
    ...{ setup: sum('setup'), service: sum('service'), duration: times.seconds },
    waiting_time: sum('waiting'),
    priority: tasks.reduce((total, { task }) => total + task.priority, 0),
    ...(withGeometry && { distance: times.meters }),
    steps: [
      ...end('start', times.departure, times.initialLoad),
      ...times.visits.map(
        ({ task, stop, place, arrival, waiting, setup, service, load, seconds, meters }) => {
          const { type = 'job', ...name } = request.tasks[task]?.names[stop] ?? {};
          const more = {
            ...name,
            job: request.tasks[task]?.names[stop]?.id,
            setup,
            service,
            waiting_time: waiting,
            load,
            arrival,
          };
          return step(type, place, more, seconds, meters);
        },
      ),
      ...end('end', times.arrival, times.visits.at(-1)?.load ?? []),
    ],
    violations: [],
    ...(geometry !== undefined && { geometry }),
  };
}

function namesOf({ tasks }: VroomRequest, task: number) {
  const { names = [], task: { stops } = { stops: [] } } = (tasks[task] ?? {}) as Partial<NamedTask>;
  return names.map((name, index) => ({ ...name, place: stops[index]?.place ?? 0 }));
}

function addAmounts({ tasks }: VroomRequest, amounts: readonly (readonly number[])[]): readonly number[] {
  const size = tasks[0]?.delivery.length ?? 0;
  return Array.from({ length: size }, (_, index) =>
    amounts.reduce((total, each) => total + (each[index] ?? 0), 0),
  );
}
