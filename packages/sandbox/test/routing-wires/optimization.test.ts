// VROOM's API at openrouteservice's path, through the driver and by hand.
import { createRoutingClient, NoRouteError, PointNotFoundError } from '@org/routing';
import { platformSupport } from '@org/routing/embedded';
import { openrouteservice } from '@org/routing/openrouteservice';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareTown } from '../../src/map/prepare.ts';
import { locateGridPoint } from '../../src/map/town-map.ts';
import { type RoutingService, startRoutingService } from '../../src/routing/service.ts';

const { supported, reason } = platformSupport();
const depot = locateGridPoint([5, 5]);
const places = (
  [
    [0, 0],
    [11, 11],
    [8, 3],
    [2, 9],
    [11, 0],
  ] as const
).map((point) => locateGridPoint(point));
const island = locateGridPoint([20.5, 20]);

describe.skipIf(!supported)(`openrouteservice's optimization ${reason ?? ''}`, () => {
  let service: RoutingService;
  beforeAll(async () => {
    service = await startRoutingService(await prepareTown());
    for (const [name, value] of Object.entries(service.env)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service?.close();
  });

  const open = () => createRoutingClient({ driver: openrouteservice(), limiter: false, retry: false });
  const post = async (body: unknown) => {
    const response = await fetch(`${service.openrouteserviceUrl}/optimization`, {
      method: 'POST',
      headers: { authorization: service.apiKey },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
    return { status: response.status, json: (await response.json()) as any };
  };
  const jobs = places.map((position, index) => ({ id: `job ${index}`, position, serviceSeconds: 60 }));
  const van = { id: 'van', profile: 'driving', start: depot, end: depot } as const;

  it('orders the stops of a vehicle as the best of all orders', async () => {
    await using routing = open();
    const { routes, unassigned } = await routing.optimize({ jobs, vehicles: [van] });
    const all = [depot, ...places];
    const { durationsSeconds } = await routing.matrix({
      profile: 'driving',
      origins: all,
      destinations: all,
    });
    const secondsOf = (order: readonly number[]) =>
      order.reduce(
        (sum, to, index) => sum + Math.round(durationsSeconds[order[index - 1] ?? 0]?.[to] ?? 0),
        0,
      );
    const orders = (open: readonly number[]): number[][] =>
      open.length === 0
        ? [[]]
        : open.flatMap((first) =>
            orders(open.filter((each) => each !== first)).map((rest) => [first, ...rest]),
          );
    const best = Math.min(...orders([1, 2, 3, 4, 5]).map((order) => secondsOf([0, ...order, 0])));
    expect(unassigned).toEqual([]);
    const [route] = routes;
    expect(route?.durationSeconds).toBe(best);
    expect(route?.serviceSeconds).toBe(300);
    expect(route?.stops.map(({ kind }) => kind)).toEqual(['start', ...Array(5).fill('job'), 'end']);
    expect(route?.stops.at(-1)?.arrivalSeconds).toBe(best + 300);
  });

  it('has the lines and distances of the routes, if asked for', async () => {
    await using routing = open();
    const { routes } = await routing.optimize({ jobs: jobs.slice(0, 2), vehicles: [van], geometry: true });
    const line = routes[0]?.geometry?.coordinates ?? [];
    expect([line[0], line.at(-1)].map((point) => point?.map((part) => Number(part.toFixed(3))))).toEqual(
      [depot, depot].map((point) => point.map((part) => Number(part.toFixed(3)))),
    );
    const waypoints = (routes[0]?.stops ?? []).flatMap(({ position }) => (position ? [position] : []));
    const driven = await routing.directions({ profile: 'driving', waypoints });
    expect(routes[0]?.distanceMeters).toBeCloseTo(driven.routes[0].distanceMeters, -2);
  });

  it('keeps skills, loads, time windows, pickups before deliveries, and the limits of vehicles', async () => {
    await using routing = open();
    const [first = depot, second = depot, third = depot] = places;
    const { routes, unassigned } = await routing.optimize({
      jobs: [
        { id: 'ladder', position: first, skills: ['ladder'], delivery: [1] },
        { id: 'noon', position: second, timeWindows: [[43_200, 43_260]], delivery: [1] },
        { id: 'heavy', position: third, delivery: [9] },
      ],
      shipments: [{ id: 'piano', pickup: { position: third }, delivery: { position: first }, amount: [2] }],
      vehicles: [
        { ...van, skills: ['ladder'], capacity: [1], maxStops: 1 },
        { ...van, id: 'truck', capacity: [2], timeWindow: [36_000, 50_000] },
      ],
    });
    expect(unassigned).toEqual([{ id: 'heavy' }]);
    const stopsOf = (id: string) => routes.find(({ vehicleId }) => vehicleId === id)?.stops ?? [];
    expect(stopsOf('van').map(({ id }) => id)).toEqual([undefined, 'ladder', undefined]);
    const truck = stopsOf('truck');
    const find = (kind: string, id: string) =>
      truck.findIndex((stop) => stop.kind === kind && stop.id === id);
    expect(find('pickup', 'piano')).toBeGreaterThan(0);
    expect(find('delivery', 'piano')).toBeGreaterThan(find('pickup', 'piano'));
    const noon = truck[find('job', 'noon')];
    const begin = (noon?.arrivalSeconds ?? 0) + (noon?.waitingSeconds ?? 0);
    expect(begin >= 43_200 && begin <= 43_260).toBe(true);
    expect(Math.max(...truck.map(({ load }) => load?.[0] ?? 0))).toBe(2);
    expect(truck[0]?.arrivalSeconds).toBeGreaterThanOrEqual(36_000);
  });

  it('fails in the words of the service for places without a road or a route', async () => {
    await using routing = open();
    const at = (position: readonly [number, number]) => ({
      jobs: [{ id: 'far', position }],
      vehicles: [van],
    });
    await expect(routing.optimize(at(island))).rejects.toBeInstanceOf(NoRouteError);
    await expect(routing.optimize(at([10.3, 50.3]))).rejects.toBeInstanceOf(PointNotFoundError);
  });

  it("has every sum of VROOM's response", async () => {
    const vehicle = { id: 7, profile: 'driving-car', start: depot, capacity: [5], description: 'van' };
    const job = { id: 1, location: places[0], service: 30, setup: 10, delivery: [2], priority: 4 };
    const late = { id: 2, location: places[1], delivery: [4] };
    const { json } = await post({ vehicles: [vehicle], jobs: [job, late], options: { g: true } });
    expect(json.code).toBe(0);
    const [route] = json.routes;
    const shared = { ...{ setup: 10, service: 30, waiting_time: 0, priority: 4 }, violations: [] };
    expect(json.summary).toMatchObject({ ...shared, routes: 1, unassigned: 1, delivery: [2], pickup: [0] });
    expect(json.summary).toMatchObject({
      cost: route.duration,
      duration: route.duration,
      distance: route.distance,
    });
    expect(route).toMatchObject({ ...shared, vehicle: 7, description: 'van', geometry: expect.any(String) });
    expect(json.unassigned).toEqual([{ id: 2, type: 'job', location: places[1] }]);
    expect(route.steps).toMatchObject([
      { type: 'start', location: [...depot], load: [2], arrival: 0, duration: 0, distance: 0 },
      { type: 'job', id: 1, job: 1, load: [0], arrival: route.duration, duration: route.duration },
    ]);
  });

  const vehicles = [{ id: 1, profile: 'driving-car', start: depot }];
  const job = { id: 1, location: depot };
  it.each([
    ['no JSON', '{', 400, 2, /Invalid JSON object/],
    ['no vehicles', { jobs: [job] }, 400, 2, /please add vehicles/],
    ['an empty list', { jobs: [], vehicles }, 400, 2, /No task defined/],
    ['51 jobs', { jobs: Array(51).fill(job), vehicles }, 413, 4, /Too many locations/],
    ['four vehicles', { jobs: [job], vehicles: Array(4).fill(vehicles[0]) }, 413, 4, /Too many vehicles/],
    ['the same id twice', { jobs: [job, job], vehicles }, 400, 2, /Duplicate job id: 1/],
    ['a job without an id', { jobs: [{ location: depot }], vehicles }, 400, 2, /missing id for job/],
    ['a job without a place', { jobs: [{ id: 3 }], vehicles }, 400, 2, /Invalid location for job 3/],
    ['a half second', { jobs: [{ ...job, service: 0.5 }], vehicles }, 400, 2, /Invalid service duration/],
    [
      'a window that ends first',
      { jobs: [{ ...job, time_windows: [[5, 1]] }], vehicles },
      400,
      2,
      /time window/,
    ],
    [
      'other amounts',
      { jobs: [{ ...job, delivery: [1], pickup: [1, 2] }], vehicles },
      400,
      2,
      /Inconsistent pickup/,
    ],
    [
      'another profile',
      { jobs: [job], vehicles: [{ ...vehicles[0], profile: 'car' }] },
      400,
      2,
      /Invalid profile: car/,
    ],
    ['no start', { jobs: [job], vehicles: [{ id: 1, profile: 'driving-car' }] }, 400, 2, /No start or end/],
    [
      'breaks',
      { jobs: [job], vehicles: [{ ...vehicles[0], breaks: [{ id: 1 }] }] },
      501,
      1,
      /no breaks of vehicles/,
    ],
    [
      'costs',
      { jobs: [job], vehicles: [{ ...vehicles[0], costs: { fixed: 1 } }] },
      501,
      1,
      /no costs of vehicles/,
    ],
    ['steps', { jobs: [job], vehicles: [{ ...vehicles[0], steps: [1] }] }, 501, 1, /no steps of vehicles/],
    ['a speed', { jobs: [job], vehicles: [{ ...vehicles[0], speed_factor: 2 }] }, 501, 1, /no speed_factor/],
    ['matrices', { jobs: [job], vehicles, matrices: {} }, 501, 1, /no matrices/],
    ['an index', { jobs: [{ ...job, location_index: 0 }], vehicles }, 501, 1, /no location_index/],
    ['plan mode', { jobs: [job], vehicles, options: { c: true } }, 501, 1, /no plan mode/],
  ])('refuses %s by name', async (_what, body, status, code, error) => {
    expect(await post(body)).toMatchObject({ status, json: { code, error: expect.stringMatching(error) } });
  });

  const wrong = [
    null,
    true,
    '',
    'x',
    0,
    -1,
    1e308,
    0.1,
    [],
    {},
    [[]],
    [null],
    [{}],
    '💥',
    Array(200).fill(0),
  ];
  const fields = {
    jobs: { ...job, setup: 1, service: 1, delivery: [1], skills: [1], priority: 1, time_windows: [[0, 9]] },
    shipments: { pickup: { id: 1, location: depot }, delivery: { id: 1, location: depot }, amount: [1] },
    vehicles: { ...vehicles[0], end: depot, capacity: [1], time_window: [0, 9], max_tasks: 1, skills: [1] },
  };
  it.each(['jobs', 'shipments', 'vehicles'] as const)(
    'answers or refuses every wrong value of %s',
    async (list) => {
      const body = { jobs: [fields.jobs], shipments: [fields.shipments], vehicles: [fields.vehicles] };
      for (const name of Object.keys(fields[list]))
        for (const value of wrong) {
          const { status, json } = await post({ ...body, [list]: [{ ...fields[list], [name]: value }] });
          expect([200, 400, 500], `${name}: ${JSON.stringify(value)}`).toContain(status);
          expect([0, 2, 3], `${name}: ${JSON.stringify(value)}`).toContain(json.code);
        }
      for (const value of wrong)
        expect((await post({ ...body, [list]: value })).json.code).toBeTypeOf('number');
    },
  );
});
