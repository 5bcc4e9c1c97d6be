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
import { embedded } from '@org/routing/embedded';
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
