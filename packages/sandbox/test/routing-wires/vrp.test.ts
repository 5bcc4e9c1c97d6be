// GraphHopper's route optimization, through the driver and by hand.
import { createRoutingClient } from '@org/routing';
import { platformSupport } from '@org/routing/embedded';
import { graphhopper } from '@org/routing/graphhopper';
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
  ] as const
).map((point) => locateGridPoint(point));
const addressOf = ([lon, lat]: readonly [number, number]) => ({ location_id: `${lon}`, lon, lat });

describe.skipIf(!supported)(`GraphHopper's route optimization ${reason ?? ''}`, () => {
  let service: RoutingService;
  beforeAll(async () => {
    service = await startRoutingService(await prepareTown());
    for (const [name, value] of Object.entries(service.env)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service?.close();
  });

  const open = () =>
    createRoutingClient({
      driver: graphhopper({ caps: { optimizeStops: 80 } }),
      limiter: false,
      retry: false,
    });
  const post = async (body: unknown) => {
    const url = `${service.graphhopperUrl}/vrp?key=${service.apiKey}`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
    return { status: response.status, json: (await response.json()) as any };
  };
  const van = { id: 'van', profile: 'driving', start: depot, end: depot } as const;

  it("has the plan of openrouteservice's optimization, as a job", async () => {
    const jobs = places.map((position, index) => ({ id: `job ${index}`, position, serviceSeconds: 60 }));
    const request = { jobs, vehicles: [van], geometry: true };
    await using own = open();
    await using other = createRoutingClient({ driver: openrouteservice(), limiter: false });
    const [[route], [expected]] = [
      (await own.optimize(request)).routes,
      (await other.optimize(request)).routes,
    ];
    expect(route?.stops.map(({ id }) => id)).toEqual(expected?.stops.map(({ id }) => id));
    expect(route?.durationSeconds).toBe(expected?.durationSeconds);
    expect(route?.distanceMeters).toBe(expected?.distanceMeters);
    expect(route?.serviceSeconds).toBe(240);
    expect(route?.geometry?.coordinates.length).toBeGreaterThan(10);
  });

  it('keeps loads, skills and windows, and names what no vehicle takes', async () => {
    await using routing = open();
    const [first = depot, second = depot, third = depot] = places;
    const { routes, unassigned } = await routing.optimize({
      jobs: [
        { id: 'noon', position: second, timeWindows: [[43_200, 43_260]], delivery: [1] },
        { id: 'heavy', position: third, delivery: [9] },
        { id: 'ladder', position: third, skills: ['ladder'] },
        { id: 'far', position: [10.3, 50.3] },
      ],
      shipments: [{ id: 'piano', pickup: { position: third }, delivery: { position: first }, amount: [2] }],
      vehicles: [{ ...van, capacity: [2], timeWindow: [36_000, 50_000] }],
    });
    expect(unassigned.map(({ id }) => id).toSorted()).toEqual(['far', 'heavy', 'ladder']);
    expect(unassigned[0]?.reason).toMatch(/no vehicle/);
    const stops = routes[0]?.stops ?? [];
    const find = (kind: string, id: string) =>
      stops.findIndex((stop) => stop.kind === kind && stop.id === id);
    expect(find('pickup', 'piano')).toBeGreaterThan(0);
    expect(find('delivery', 'piano')).toBeGreaterThan(find('pickup', 'piano'));
    const noon = stops[find('job', 'noon')];
    const begin = (noon?.arrivalSeconds ?? 0) + (noon?.waitingSeconds ?? 0);
    expect(begin >= 43_200 && begin <= 43_260).toBe(true);
    expect(Math.max(...stops.map(({ load }) => load?.[0] ?? 0))).toBe(2);
  });

  const vehicle = { vehicle_id: 'v', start_address: addressOf(depot) };
  const task = { id: 's', address: addressOf(depot), priority: 1 };

  it('answers at once at /vrp, with every sum of the service', async () => {
    const body = { vehicles: [vehicle], services: [{ ...task, duration: 30, preparation_time: 5 }] };
    const { json } = await post(body);
    expect(json).toMatchObject({ status: 'finished', job_id: expect.any(String) });
    const times = { transport_time: 0, service_duration: 30, waiting_time: 0, completion_time: 30 };
    expect(json.solution).toMatchObject({ ...times, no_vehicles: 1, no_unassigned: 0 });
    const [route] = json.solution.routes;
    expect(route.activities.map(({ type }: { type: string }) => type)).toEqual(['start', 'service', 'end']);
  });

  it.each([
    ['no vehicles', { services: [task] }, 400, /No vehicles/],
    ['no tasks', { vehicles: [vehicle] }, 400, /No services or shipments/],
    ['81 services', { vehicles: [vehicle], services: Array(81).fill(task) }, 400, /Too many/],
    ['the same id twice', { vehicles: [vehicle], services: [task, task] }, 400, /Duplicate id/],
    ['half a second', { vehicles: [vehicle], services: [{ ...task, duration: 0.5 }] }, 400, /duration/],
    [
      'a place without a road',
      { vehicles: [vehicle], services: [{ ...task, address: addressOf([10.3, 50.3]) }] },
      400,
      /Cannot find point/,
    ],
    [
      'another profile',
      {
        vehicles: [{ ...vehicle, type_id: 't' }],
        vehicle_types: [{ type_id: 't', profile: 'x' }],
        services: [task],
      },
      400,
      /'x' does not exist/,
    ],
    ['breaks', { vehicles: [{ ...vehicle, break: {} }], services: [task] }, 501, /no break of vehicles/],
    ['relations', { vehicles: [vehicle], services: [task], relations: [{}] }, 501, /no relations/],
    [
      'another objective',
      { vehicles: [vehicle], services: [task], objectives: [{ value: 'vehicles' }] },
      501,
      /objective min vehicles/,
    ],
    [
      'chosen vehicles',
      { vehicles: [vehicle], services: [{ ...task, allowed_vehicles: ['v'] }] },
      501,
      /allowed_vehicles/,
    ],
  ])('refuses %s by name', async (_what, body, status, message) => {
    expect(await post(body)).toMatchObject({ status, json: { message: expect.stringMatching(message) } });
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
  it('has at each activity the load of the one before it', async () => {
    const services = [1, 2, 4].map((amount) => ({
      ...task,
      id: `${amount}`,
      size: [amount],
      type: 'pickup',
    }));
    const types = [{ type_id: 'van', profile: 'car', capacity: [7] }];
    const { json } = await post({
      vehicles: [{ ...vehicle, type_id: 'van' }],
      vehicle_types: types,
      services,
    });
    const activities: Record<'load_before' | 'load_after', unknown>[] = json.solution.routes[0].activities;
    expect(activities).toHaveLength(5);
    expect(activities.slice(1).map((activity) => activity.load_before)).toEqual(
      activities.slice(0, -1).map((activity) => activity.load_after),
    );
    expect(activities.at(-1)?.load_before).toEqual([7]);
  });

  it('takes an amount that is not given as 0', async () => {
    const services = [task, { ...task, id: 'full', size: [1] }, { ...task, id: 'one of two', size: [0] }];
    const types = [{ type_id: 'small', profile: 'car', capacity: [0, 0] }];
    const { json } = await post({
      vehicles: [{ ...vehicle, type_id: 'small' }],
      vehicle_types: types,
      services,
    });
    expect(json.solution.unassigned.services).toEqual(['full']);
  });

  it('answers or refuses every wrong value', async () => {
    const lists = {
      vehicles: { ...vehicle, type_id: 't', skills: ['a'], latest_end: 9, max_activities: 1 },
      vehicle_types: { type_id: 't', capacity: [1] },
      services: { ...task, size: [1], duration: 1, required_skills: ['a'], time_windows: [{ latest: 9 }] },
      shipments: {
        id: 'h',
        pickup: { address: task.address },
        delivery: { address: task.address },
        size: [1],
      },
    };
    const body = Object.fromEntries(Object.entries(lists).map(([name, each]) => [name, [each]]));
    for (const [list, each] of Object.entries(lists))
      for (const name of Object.keys(each))
        for (const value of wrong) {
          const { status } = await post({ ...body, [list]: [{ ...each, [name]: value }] });
          expect([200, 400, 501], `${list}.${name}: ${JSON.stringify(value)}`).toContain(status);
        }
  });
});
