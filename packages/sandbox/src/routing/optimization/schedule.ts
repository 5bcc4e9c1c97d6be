import type { Problem, Stop, TimeWindow, Vehicle, Visit } from './problem.ts';

/** A visit with its times, in seconds on the axis of the windows. */
export interface ScheduledVisit extends Visit {
  readonly place: number;
  readonly arrival: number;
  readonly waiting: number;
  readonly setup: number;
  readonly service: number;
  /** Afterwards. */
  readonly load: readonly number[];
  /** Since the start, on the road. */
  readonly seconds: number;
  readonly meters: number;
}

/** The times of a route. */
export interface Schedule {
  readonly departure: number;
  readonly initialLoad: readonly number[];
  readonly visits: readonly ScheduledVisit[];
  readonly arrival: number;
  /** On the road, as `meters`. */
  readonly seconds: number;
  readonly meters: number;
}

/** The times of a route that leaves as early as possible; `undefined` if the vehicle cannot drive it. */
export function schedule(
  { tasks }: Pick<Problem, 'tasks'>,
  vehicle: Vehicle,
  visits: readonly Visit[],
  departure = vehicle.window[0],
): Schedule | undefined {
  if (visits.length > vehicle.maxStops) return undefined;
  let load = vehicle.capacity.map((_, dimension) =>
    visits.reduce((sum, { task }) => sum + (tasks[task]?.initial[dimension] ?? 0), 0),
  );
  if (!fits(load, vehicle)) return undefined;
  const initialLoad = load;
  let [clock, seconds, meters, here] = [departure, 0, 0, vehicle.start];
  const drive = (place: number | undefined): void => {
    if (here !== undefined && place !== undefined) {
      clock += vehicle.seconds[here]?.[place] ?? 0;
      seconds += vehicle.seconds[here]?.[place] ?? 0;
      meters += vehicle.meters[here]?.[place] ?? 0;
    }
    here = place ?? here;
  };
  const scheduled: ScheduledVisit[] = [];
  for (const visit of visits) {
    const stop = tasks[visit.task]?.stops[visit.stop];
    if (stop === undefined) return undefined;
    const setup = here === stop.place ? 0 : stop.setup;
    drive(stop.place);
    const window = windowAt(stop, clock);
    load = load.map((amount, dimension) => amount + (stop.change[dimension] ?? 0));
    if (window === undefined || !fits(load, vehicle)) return undefined;
    const [arrival, waiting] = [clock, Math.max(0, window[0] - clock)];
    const { place, service } = stop;
    scheduled.push({ ...visit, place, arrival, waiting, setup, service, load, seconds, meters });
    clock += waiting + setup + service;
  }
  drive(vehicle.end);
  const isLate = clock > vehicle.window[1];
  if (isLate || seconds > vehicle.maxTravelSeconds || meters > vehicle.maxMeters) return undefined;
  return { departure, initialLoad, visits: scheduled, arrival: clock, seconds, meters };
}

/** The same route, which leaves so late that it waits as little as possible and ends at the same time. */
export function leaveLate(problem: Problem, vehicle: Vehicle, early: Schedule): Schedule {
  let [waited, slack] = [0, Number.POSITIVE_INFINITY];
  for (const { task, stop, arrival, waiting } of early.visits) {
    waited += waiting;
    const { windows = [] } = problem.tasks[task]?.stops[stop] ?? {};
    const end = windows.find(([, to]) => to >= arrival)?.[1] ?? Number.POSITIVE_INFINITY;
    slack = Math.min(slack, end - (arrival + waiting) + waited);
  }
  const delay = Math.min(waited, slack);
  return schedule(problem, vehicle, early.visits, early.departure + delay) ?? early;
}

const anyTime: TimeWindow = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** The window in which a service can begin at the earliest. */
function windowAt({ windows }: Stop, time: number): TimeWindow | undefined {
  return windows.length === 0 ? anyTime : windows.find(([, to]) => to >= time);
}

function fits(load: readonly number[], { capacity }: Vehicle): boolean {
  return load.every((amount, dimension) => amount <= (capacity[dimension] ?? 0));
}
