import {
  createRoutingClient,
  type DirectionsMethods,
  defineRoutingDriver,
  type MatrixFailure,
  type MatrixMethods,
  type MatrixTable,
  type PartialOptions,
  type Position,
  type RoutingCapabilities,
  type RoutingDriver,
} from '@org/routing';
import type { OptionSupport } from '@org/routing/driver';
import { embedded } from '@org/routing/embedded';
import { failover } from '@org/routing/failover';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import { expectTypeOf, test } from 'vitest';

const routing = createRoutingClient({ driver: openrouteservice() });
const origins: Position[] = [];

test('a client has the methods its driver promises, and no others', () => {
  const local = createRoutingClient({ driver: embedded({ tilesDirectory: 'tiles' }) });
  expectTypeOf(routing).toHaveProperty('request');
  expectTypeOf(local).not.toHaveProperty('request');
  expectTypeOf(local).toHaveProperty('directions');

  type MatrixOnly = RoutingCapabilities & {
    directions: false;
    isochrones: false;
    matrix: true;
    snap: false;
    rawRequests: false;
  };
  const table = createRoutingClient({ driver: defineRoutingDriver({} as RoutingDriver<MatrixOnly>) });
  expectTypeOf(table).toHaveProperty('matrix');
  expectTypeOf(table).not.toHaveProperty('directions');
});

test('any driver is a RoutingDriver, and a client over one still knows what it is', () => {
  expectTypeOf(valhalla({ baseUrl: 'http://localhost' })).toExtend<RoutingDriver>();
  expectTypeOf(embedded({ tilesDirectory: 'tiles' })).toExtend<RoutingDriver>();
  const either = [openrouteservice(), embedded({ tilesDirectory: 'tiles' })] as const;
  expectTypeOf(createRoutingClient({ driver: either[1] })).toHaveProperty('isochrones');
});

test('a driver chosen while the program runs makes a client of both', () => {
  const driver = origins.length > 0 ? openrouteservice() : valhalla({ baseUrl: 'http://localhost' });
  const either = createRoutingClient({ driver });
  expectTypeOf(either).toHaveProperty('matrix');
  expectTypeOf(either).toHaveProperty('request');
});

test('a function may ask for the methods it needs, whichever driver answers', () => {
  type Needed = DirectionsMethods & MatrixMethods;
  expectTypeOf(routing).toExtend<Needed>();
  expectTypeOf(createRoutingClient({ driver: embedded({ tilesDirectory: 'tiles' }) })).toExtend<Needed>();
});

test('positions of GeoJSON fit, whose length the compiler does not know', () => {
  const line: number[][] = [];
  void routing.directions({ profile: 'driving', waypoints: line });
  void routing.matrix({ profile: 'driving', origins: line });
});

test('a matrix has the tables that were asked for', async () => {
  const both = await routing.matrix({ profile: 'driving', origins });
  expectTypeOf(both.durationsSeconds).toEqualTypeOf<MatrixTable>();
  expectTypeOf(both.distancesMeters).toEqualTypeOf<MatrixTable>();
  const one = await routing.matrix({ profile: 'driving', origins, metrics: ['duration'] });
  expectTypeOf(one.durationsSeconds).toEqualTypeOf<MatrixTable>();
  expectTypeOf(one).not.toHaveProperty('distancesMeters');
});

test('there is always a best route, and its line fits GeoJSON', async () => {
  const { routes } = await routing.directions({
    profile: 'walking',
    waypoints: [[8, 49], { position: [9, 50] }],
  });
  const [best, second] = routes;
  expectTypeOf(best.distanceMeters).toEqualTypeOf<number>();
  expectTypeOf(second).toEqualTypeOf<typeof best | undefined>();
  expectTypeOf(best.geometry).toExtend<{ type: 'LineString'; coordinates: number[][] }>();
});

test('mistakes do not compile', () => {
  const waypoints = [
    [8, 49],
    [9, 50],
  ] as const;
  // @ts-expect-error unknown profile
  void routing.directions({ profile: 'teleport', waypoints });
  // @ts-expect-error a position is a list of numbers
  void routing.snap({ profile: 'driving', positions: ['8,49'] });
  // @ts-expect-error a base URL is a text
  valhalla({ baseUrl: 8002 });
  // @ts-expect-error unknown metric
  void routing.matrix({ profile: 'driving', origins, metrics: ['price'] });
});

test('failures are in a result only with partial: true', () => {
  type ResultOf<Call> = Call extends Promise<infer Result> ? Result : never;
  const matrix = (options: PartialOptions) => routing.matrix({ profile: 'driving', origins }, options);
  expectTypeOf<ResultOf<ReturnType<typeof matrix>>>().not.toHaveProperty('failures');
  const partial = () => routing.matrix({ profile: 'driving', origins }, { partial: true });
  expectTypeOf<ResultOf<ReturnType<typeof partial>>['failures'][number]>().toExtend<MatrixFailure>();
  const one = () => routing.matrix({ profile: 'driving', origins, metrics: ['distance'] }, { partial: true });
  expectTypeOf<ResultOf<ReturnType<typeof one>>>().not.toHaveProperty('durationsSeconds');
  expectTypeOf<ResultOf<ReturnType<typeof one>>['distancesMeters']>().toEqualTypeOf<MatrixTable>();
  const snapped = () => routing.snap({ profile: 'driving', positions: origins }, { partial: true });
  expectTypeOf<ResultOf<ReturnType<typeof snapped>>>().toHaveProperty('failures');
});

test('an estimate is for a method that the client has, and for its request', () => {
  void routing.estimate('matrix', { profile: 'driving', origins });
  const local = createRoutingClient({ driver: embedded({ tilesDirectory: 'tiles' }) });
  // @ts-expect-error the driver has no points of interest
  void local.estimate('pois', { box: [8, 49, 9, 50] });
  // @ts-expect-error a profile of another driver
  void routing.estimate('snap', { profile: 'moped', positions: origins });
});

test('a fail-over can what all its drivers can, and no more', () => {
  interface Base extends RoutingCapabilities {
    directions: true;
    isochrones: false;
    snap: false;
    rawRequests: true;
  }
  interface Honoured extends OptionSupport {
    elevation: true;
    vehicle: readonly ['heightMeters'];
    preferences: readonly ('fastest' | 'shortest')[];
  }
  interface Both extends Base {
    matrix: true;
    match: true;
    profiles: readonly ('driving' | 'walking')[];
    options: Honoured;
  }
  interface Few extends OptionSupport {
    elevation: false;
    continueStraight: false;
    vehicle: readonly [];
    preferences: readonly 'fastest'[];
  }
  interface Less extends Base {
    matrix: false;
    profiles: readonly ('driving' | 'truck')[];
    options: Few;
  }
  const both = defineRoutingDriver({} as RoutingDriver<Both>);
  const less = defineRoutingDriver({} as RoutingDriver<Less>);
  const client = createRoutingClient({ driver: failover([both, { driver: less, timeoutMs: 10 }]) });
  expectTypeOf(client).toHaveProperty('directions');
  expectTypeOf(client).toHaveProperty('quota');
  expectTypeOf(client).not.toHaveProperty('matrix');
  expectTypeOf(client).not.toHaveProperty('match');
  expectTypeOf(client).not.toHaveProperty('request');
  expectTypeOf(client).not.toHaveProperty('elevation');
  const waypoints = [
    [8, 49],
    [9, 50],
  ] as const;
  void client.directions({ profile: 'driving', waypoints, preference: 'fastest' });
  void createRoutingClient({ driver: both }).directions({
    profile: 'driving',
    waypoints,
    continueStraight: true,
  });
  // @ts-expect-error one of the drivers has no such option
  void client.directions({ profile: 'driving', waypoints, continueStraight: true });
  void client.directions({ profile: 'driving', waypoints, avoid: { areas: [] } });
  // @ts-expect-error: not of the first
  void client.directions({ profile: 'truck', waypoints });
  // @ts-expect-error: not of the second
  void client.directions({ profile: 'walking', waypoints });
  // @ts-expect-error: the second has no heights
  void client.directions({ profile: 'driving', waypoints, elevation: true });
  // @ts-expect-error: the second honours no sizes
  void client.directions({ profile: 'driving', waypoints, vehicle: { heightMeters: 3 } });
  // @ts-expect-error: the second has no shortest routes
  void client.directions({ profile: 'driving', waypoints, preference: 'shortest' });

  const twice = createRoutingClient({ driver: failover([both, both]) });
  expectTypeOf(twice).toHaveProperty('matrix');
  expectTypeOf(twice).toHaveProperty('match');
  void twice.directions({ profile: 'walking', waypoints, elevation: true, vehicle: { heightMeters: 3 } });
  // @ts-expect-error: neither has it
  void twice.directions({ profile: 'truck', waypoints });
});

test('a fail-over of the drivers of this package fits where any driver does', () => {
  const driver = failover([openrouteservice(), valhalla({ baseUrl: 'http://localhost' })]);
  expectTypeOf(driver).toExtend<RoutingDriver>();
  const client = createRoutingClient({ driver });
  expectTypeOf(client).toExtend<DirectionsMethods & MatrixMethods>();
  expectTypeOf(client).not.toHaveProperty('request');
  const nested = createRoutingClient({ driver: failover([driver, embedded({ tilesDirectory: 'tiles' })]) });
  expectTypeOf(nested).toHaveProperty('isochrones');
});
