import { setImmediate } from 'node:timers/promises';
import { createRandom } from '../../seeded-random.ts';
import type { Plan, Problem, Vehicle, Visit } from './problem.ts';
import { schedule } from './schedule.ts';

interface Options {
  readonly signal: AbortSignal;
  /** @default 600 */
  readonly rounds?: number;
}

type Routes = readonly (readonly Visit[])[];

/** Removed tasks of one round. */
const mostRemoved = 8;

/**
 * A good plan, not always the best: each task goes to its cheapest place, then rounds remove some tasks that
 * are near each other and insert them again in another order ("ruin and recreate", Schrimpf et al. 2000).
 * Serves a high sum of priorities first, then many tasks, then drives a short time. The same problem has the
 * same plan.
 */
export async function solve(problem: Problem, { signal, rounds = 600 }: Options): Promise<Plan> {
  const random = createRandom(1);
  const all = [...problem.tasks.keys()];
  let best = insertAll(
    problem,
    problem.vehicles.map(() => []),
    all,
  );
  let value = measure(problem, best);
  for (let round = 0; round < rounds; round += 1) {
    if (round % 20 === 0) await setImmediate(undefined, { signal });
    const removed = chooseNear(problem, random);
    const kept = best.map((visits) => visits.filter(({ task }) => !removed.has(task)));
    const served = new Set(kept.flat().map(({ task }) => task));
    const open = all.filter((task) => !served.has(task)).map((task) => ({ task, order: random() }));
    const order = open.sort((a, b) => a.order - b.order).map(({ task }) => task);
    const routes = insertAll(problem, kept, order, random);
    const found = measure(problem, routes);
    if (compare(found, value) >= 0) [best, value] = [routes, found];
  }
  const served = new Set(best.flat().map(({ task }) => task));
  return { routes: best, unassigned: all.filter((task) => !served.has(task)) };
}

/** A task, and those that are near it. */
function chooseNear({ tasks, vehicles }: Problem, random: () => number): ReadonlySet<number> {
  const placeOf = (task: number): number => tasks[task]?.stops[0].place ?? 0;
  const from = placeOf(Math.floor(random() * tasks.length));
  const count = 1 + Math.floor(random() * Math.min(mostRemoved, tasks.length));
  const near = [...tasks.keys()].map((task) => ({
    task,
    // Some chance, so that a round can also remove tasks of other places.
    distance: (vehicles[0]?.seconds[from]?.[placeOf(task)] ?? 0) * random(),
  }));
  near.sort((a, b) => a.distance - b.distance);
  return new Set(near.slice(0, count).map(({ task }) => task));
}

function insertAll(
  problem: Problem,
  routes: Routes,
  tasks: readonly number[],
  random?: () => number,
): Routes {
  return tasks.reduce((current, task) => insertCheapest(problem, current, task, random), routes);
}

/** The routes with a task at its cheapest place; as they were if no vehicle can take it. */
function insertCheapest(problem: Problem, routes: Routes, task: number, random?: () => number): Routes {
  let cheapest = { cost: Number.POSITIVE_INFINITY, vehicle: -1, visits: [] as readonly Visit[] };
  const { skills = [], stops = [] } = problem.tasks[task] ?? {};
  for (const [vehicle, each] of problem.vehicles.entries()) {
    if (!skills.every((skill) => each.skills.includes(skill))) continue;
    const before = routes[vehicle] ?? [];
    const now = drivingSeconds(problem, each, before);
    for (const visits of insertions(before, task, stops.length === 2)) {
      const cost = drivingSeconds(problem, each, visits) - now;
      // Some places are passed over: the cheapest one now may be dear later ("blinks", Christiaens 2020).
      const isPassed = cost >= cheapest.cost || (random !== undefined && random() < 0.05);
      if (!isPassed && schedule(problem, each, visits) !== undefined) cheapest = { cost, vehicle, visits };
    }
  }
  return routes.map((visits, vehicle) => (vehicle === cheapest.vehicle ? cheapest.visits : visits));
}

/** Without a look at times and loads. A vehicle without visits stays where it is. */
function drivingSeconds({ tasks }: Problem, vehicle: Vehicle, visits: readonly Visit[]): number {
  if (visits.length === 0) return 0;
  let [seconds, here] = [0, vehicle.start];
  for (const { task, stop } of visits) {
    const place = tasks[task]?.stops[stop]?.place ?? 0;
    if (here !== undefined) seconds += vehicle.seconds[here]?.[place] ?? 0;
    here = place;
  }
  return seconds + (vehicle.end === undefined ? 0 : (vehicle.seconds[here ?? 0]?.[vehicle.end] ?? 0));
}

/** Every way to put a task into a route. */
function* insertions(visits: readonly Visit[], task: number, isShipment: boolean) {
  for (let first = 0; first <= visits.length; first += 1) {
    const once = visits.toSpliced(first, 0, { task, stop: 0 });
    if (!isShipment) yield once;
    else
      for (let second = first + 1; second <= once.length; second += 1)
        yield once.toSpliced(second, 0, { task, stop: 1 });
  }
}

/** Priorities, number of tasks, and the negative time on the road. */
function measure(problem: Problem, routes: Routes): readonly number[] {
  const served = routes.flat().filter(({ stop }) => stop === 0);
  const priority = served.reduce((sum, { task }) => sum + (problem.tasks[task]?.priority ?? 0), 0);
  const seconds = problem.vehicles.reduce(
    (sum, vehicle, index) => sum + drivingSeconds(problem, vehicle, routes[index] ?? []),
    0,
  );
  return [priority, served.length, -seconds];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const difference = a.map((value, index) => value - (b[index] ?? 0)).find((each) => each !== 0);
  return difference ?? 0;
}
