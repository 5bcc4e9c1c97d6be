import {
  createRoutingClient as createGoogle,
  google,
  matrix as googleMatrix,
} from '@org/routing/google/directions';
import {
  createRoutingClient,
  isochrones,
  type LightRoutingClient,
  matrix,
  type OpenrouteserviceCapabilities,
  openrouteservice,
} from '@org/routing/openrouteservice/directions';
import { osrm } from '@org/routing/osrm/directions';
import { createRoutingClient as createValhalla, valhalla } from '@org/routing/valhalla/directions';
import { expectTypeOf, it } from 'vitest';

const driver = openrouteservice();
const request = {
  profile: 'driving',
  waypoints: [
    [8, 49],
    [9, 50],
  ],
} as const;

it('a method that a light client does not have is a compile error', () => {
  const routing = createRoutingClient({ driver });
  expectTypeOf(routing).toHaveProperty('directions');
  // @ts-expect-error without `use: matrix`
  routing.matrix;
  // @ts-expect-error in the full entry alone
  routing.geocode;
  // @ts-expect-error in the full entry alone
  routing.estimate;
  // @ts-expect-error in the full entry alone
  routing.request;
  expectTypeOf(createRoutingClient({ driver, use: matrix }).matrix.stream).toBeFunction();
  const both = createRoutingClient({ driver, use: [matrix, isochrones] });
  expectTypeOf(both.matrix).toBeFunction();
  expectTypeOf(both.isochrones).toBeFunction();
});

it('capabilities state the methods of the client', () => {
  expectTypeOf(createRoutingClient({ driver }).capabilities.matrix).toEqualTypeOf<false>();
  expectTypeOf(createRoutingClient({ driver, use: matrix }).capabilities.matrix).toEqualTypeOf<true>();
});

it('options of the engine are checked, as with the full driver', () => {
  const routing = createRoutingClient({ driver });
  void routing.directions({ ...request, avoid: { features: ['tolls'] } });
  // @ts-expect-error openrouteservice does not avoid tunnels
  void routing.directions({ ...request, avoid: { features: ['tunnels'] } });
  // @ts-expect-error not a profile of openrouteservice
  void routing.directions({ ...request, profile: 'moped' });
  // @ts-expect-error one waypoint
  void routing.directions({ profile: 'driving', waypoints: [[8, 49]] });
  // @ts-expect-error Google has no elevation
  void createGoogle({ driver: google() }).directions({ ...request, elevation: true });
  const own = createValhalla({ driver: valhalla({ baseUrl: 'http://localhost' }) });
  void own.directions({ ...request, attributes: ['surface'] });
  expectTypeOf(own.attributes).toBeFunction();
});

it('a part of another engine is a compile error', () => {
  // @ts-expect-error the part of Google
  createRoutingClient({ driver, use: googleMatrix });
});

it('a part that may be missing is a compile error', () => {
  const isLarge = Boolean(request);
  // @ts-expect-error the client would have `matrix` in its type only
  createRoutingClient({ driver, use: isLarge ? matrix : undefined });
});

it('options of the full client alone are a compile error', () => {
  // @ts-expect-error in the full entry alone
  createRoutingClient({ driver, dailyCap: 5 });
  // @ts-expect-error a package that loads later
  osrm({ baseUrl: 'http://localhost', instructions: 'osrm-text-instructions' });
});

it('the type of a client is named by the capabilities of its engine', () => {
  const routing: LightRoutingClient<OpenrouteserviceCapabilities> = createRoutingClient({ driver });
  expectTypeOf(routing.directions).toBeFunction();
});
