import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem, Stop, Task, Vehicle, Visit } from './problem.ts';
import { leaveLate, schedule } from './schedule.ts';
import { solve } from './solve.ts';

const { signal } = new AbortController();

const vehicleOf = (points: readonly (readonly [number, number])[], more: Partial<Vehicle>): Vehicle => {
  // Not the same in both directions, as on real roads.
  const seconds = points.map(([x, y]) =>
    points.map(([u, v]) => Math.abs(x - u) + Math.abs(y - v) + (u > x ? 3 : 0)),
  );
  return {
    ...{ start: 0, end: 0, seconds, meters: seconds, capacity: [4], skills: [], window: [0, 100_000] },
    ...{ maxStops: 50, maxTravelSeconds: 1e9, maxMeters: 1e9 },
    ...more,
  };
};

const stopAt = (place: number, more: Partial<Stop> = {}): Stop => ({
  ...{ place, setup: 0, service: 10, windows: [], change: [0] },
  ...more,
});

const jobAt = (place: number, more: Partial<Task> & { readonly stop?: Partial<Stop> } = {}): Task => {
  const { stop, ...rest } = more;
  return { stops: [stopAt(place, stop)], initial: [0], skills: [], priority: 0, ...rest };
};

/** The best plan among all of them: every order of all stops, cut into routes in every way. */
function tryAll(problem: Problem): readonly [served: number, seconds: number] {
  const { tasks, vehicles } = problem;
  let best: readonly [number, number] = [-1, 0];
  const extend = (
    routes: readonly (readonly Visit[])[],
    open: readonly number[],
    carried: ReadonlySet<number>,
  ) => {
    const last = routes.length - 1;
    const vehicle = vehicles[last];
    if (vehicle === undefined) return;
    const visits = routes[last] ?? [];
    if (carried.size === 0) {
      if (last + 1 < vehicles.length) extend([...routes, []], open, carried);
      const times = routes.map((each, index) =>
        each.length === 0 ? 0 : schedule(problem, vehicles[index] ?? vehicle, each)?.seconds,
      );
      if (times.every((time) => time !== undefined)) {
        const seconds = times.reduce((sum, time) => sum + time, 0);
        const served = tasks.length - open.length;
        if (served > best[0] || (served === best[0] && seconds < best[1])) best = [served, seconds];
      }
    }
    for (const task of open) {
      if (tasks[task]?.skills.some((skill) => !vehicle.skills.includes(skill))) continue;
      const rest = open.filter((each) => each !== task);
      const isShipment = tasks[task]?.stops.length === 2;
      const next = isShipment ? new Set([...carried, task]) : carried;
      extend([...routes.slice(0, last), [...visits, { task, stop: 0 }]], rest, next);
    }
    for (const task of carried) {
      const next = new Set([...carried].filter((each) => each !== task));
      extend([...routes.slice(0, last), [...visits, { task, stop: 1 }]], open, next);
    }
  };
  extend([[]], [...tasks.keys()], new Set());
  return best;
}

const point = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }));
const window = fc
  .tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 30, max: 200 }))
  .map(([from, length]) => [from, from + length] as const);
const amount = fc.integer({ min: 0, max: 3 });

const problems = fc
  .record({
    points: fc.array(point, { minLength: 7, maxLength: 7 }),
    jobs: fc.array(
      fc.record({
        windows: fc.option(window),
        pickup: amount,
        delivery: amount,
        skill: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    shipments: fc.array(amount, { maxLength: 1 }),
    ends: fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 2 }),
  })
  .map(
    ({ points, jobs, shipments, ends }): Problem => ({
      tasks: [
        ...jobs.map(({ windows, pickup, delivery, skill }, index) =>
          jobAt(index + 1, {
            stop: { windows: windows === null ? [] : [windows], change: [pickup - delivery] },
            initial: [delivery],
            skills: skill === 1 ? ['lift'] : [],
          }),
        ),
        ...shipments.map(
          (size): Task => ({
            ...jobAt(0),
            stops: [stopAt(4, { change: [size] }), stopAt(5, { change: [-size] })],
          }),
        ),
      ],
      vehicles: ends.map(([hasStart, hasEnd], index) =>
        vehicleOf(points, {
          start: hasStart || !hasEnd ? 0 : undefined,
          end: hasEnd ? 6 : undefined,
          skills: index === 0 ? ['lift'] : [],
        }),
      ),
    }),
  );

describe('the solver of routing problems', () => {
  it('finds the best plan of small problems, as trying all of them does', async () => {
    await fc.assert(
      fc.asyncProperty(problems, async (problem) => {
        const { routes, unassigned } = await solve(problem, { signal, rounds: 200 });
        const seconds = routes.map((visits, index) => {
          const vehicle = problem.vehicles[index];
          return vehicle === undefined || visits.length === 0
            ? 0
            : schedule(problem, vehicle, visits)?.seconds;
        });
        const sum = seconds.reduce<number>((total, each) => total + (each ?? Number.NaN), 0);
        expect([problem.tasks.length - unassigned.length, sum]).toEqual(tryAll(problem));
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('gives every task to one vehicle that has its skills and carries its load, at its time', async () => {
    await fc.assert(
      fc.asyncProperty(problems, async (problem) => {
        const { routes, unassigned } = await solve(problem, { signal, rounds: 5 });
        const visited = routes.flat().map(({ task, stop }) => `${task}.${stop}`);
        const wanted = problem.tasks.flatMap(({ stops }, task) =>
          unassigned.includes(task) ? [] : stops.map((_, stop) => `${task}.${stop}`),
        );
        expect(visited.toSorted()).toEqual(wanted.toSorted());
        for (const [index, visits] of routes.entries()) {
          const vehicle = problem.vehicles[index] ?? vehicleOf([], {});
          let clock = 0;
          for (const { task, stop, arrival, waiting, setup, service, load } of schedule(
            problem,
            vehicle,
            visits,
          )?.visits ?? []) {
            const { skills = [], stops = [] } = problem.tasks[task] ?? {};
            expect(arrival).toBeGreaterThanOrEqual(clock);
            clock = arrival + waiting + setup + service;
            expect(skills.every((skill) => vehicle.skills.includes(skill))).toBe(true);
            expect(load[0]).toBeLessThanOrEqual(4);
            expect(load[0]).toBeGreaterThanOrEqual(0);
            const [from, to] = stops[stop]?.windows[0] ?? [0, 1e9];
            expect(arrival + waiting >= from && arrival + waiting <= to).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  const line = [0, 10, 20, 30].map((x) => [x, 0] as const);

  it('prefers high priorities when not all tasks can be served', async () => {
    const tasks = [1, 2, 3].map((place) => jobAt(place, { priority: place === 3 ? 10 : 0 }));
    const vehicles = [vehicleOf(line, { maxStops: 1 })];
    expect(await solve({ tasks, vehicles }, { signal })).toEqual({
      routes: [[{ task: 2, stop: 0 }]],
      unassigned: [0, 1],
    });
  });

  it.each([
    ['maxTravelSeconds', 50],
    ['maxMeters', 50],
    ['window', [0, 60]],
  ])('keeps %s', async (name, limit) => {
    const tasks = [1, 3].map((place) => jobAt(place));
    const vehicles = [vehicleOf(line, { [name]: limit })];
    expect((await solve({ tasks, vehicles }, { signal })).unassigned).toEqual([1]);
  });

  it('leaves as late as the windows allow, so that the vehicle does not wait', () => {
    const problem = { tasks: [jobAt(1), jobAt(2, { stop: { windows: [[500, 600]] } })], vehicles: [] };
    const vehicle = vehicleOf(line, {});
    const early = schedule(problem, vehicle, [
      { task: 0, stop: 0 },
      { task: 1, stop: 0 },
    ]);
    if (early === undefined) throw new Error('The route is possible.');
    expect(early.visits.map(({ waiting }) => waiting)).toEqual([0, 464]);
    const late = leaveLate(problem, vehicle, early);
    expect(late.visits.map(({ waiting }) => waiting)).toEqual([0, 0]);
    expect([late.departure, late.arrival]).toEqual([464, early.arrival]);
  });

  it('sets up once for tasks at one place', () => {
    const tasks = [jobAt(1, { stop: { setup: 100 } }), jobAt(1, { stop: { setup: 100 } })];
    const times = schedule({ tasks }, vehicleOf(line, {}), [
      { task: 0, stop: 0 },
      { task: 1, stop: 0 },
    ]);
    expect(times?.visits.map(({ setup }) => setup)).toEqual([100, 0]);
  });

  it('ends when its caller gives up', async () => {
    const vehicles = [vehicleOf(line, {})];
    const over = AbortSignal.abort();
    await expect(solve({ tasks: [jobAt(1)], vehicles }, { signal: over })).rejects.toThrow(/abort/);
  });
});
