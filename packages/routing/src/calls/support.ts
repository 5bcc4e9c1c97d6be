import { UnsupportedError } from '@org/core';
import { LimitExceededError } from '../errors.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import type { MethodName } from '../model/engine/method-names.ts';
import { type GeocodeQuery, geocodeOptions } from '../model/places/geocode.ts';
import type { IsochronesQuery } from '../model/reach/isochrones.ts';
import type { MatrixQuery } from '../model/reach/matrix.ts';
import type { OptimizeQuery } from '../model/reach/optimize.ts';
import type { DirectionsQuery } from '../model/routes/directions.ts';
import { type AttributesQuery, statedAttributes } from '../model/routes/match.ts';
import type { CheckedAvoid } from '../model/travel/avoid.ts';
import { forProfile, type Profile } from '../model/travel/profile.ts';
import { vehicleFields } from '../model/travel/vehicle.ts';

/** A driver's name and what it can do. */
export interface Engine {
  readonly name: string;
  readonly capabilities: RoutingCapabilities;
}

/** @throws UnsupportedError for a method that the engine lacks */
export function requireMethod(engine: Engine, name: MethodName): void {
  if (engine.capabilities[name] !== true) throw withoutMethod(engine, name);
}

export function withoutMethod({ name }: Engine, operation: string): UnsupportedError {
  const message = `${name} has no ${operation}(). Use a driver that supports it.`;
  return new UnsupportedError({ message, provider: name, operation, outcome: 'not-sent' });
}

/** Throws before any I/O if the engine does not support the query. */
export function requireDirectionsSupport(engine: Engine, query: DirectionsQuery): void {
  const { options, caps } = engine.capabilities;
  const { profile, vehicle, elevation, continueStraight, alternatives } = query;
  requireProfile(engine, 'directions', profile);
  requireAvoid(engine, 'directions', query);
  const honoured = forProfile(options.vehicle, profile);
  for (const field of vehicleFields) {
    const isHonoured = vehicle?.[field] === undefined || honoured.includes(field);
    requireOption(engine, 'directions', `vehicle.${field} with profile "${profile}"`, isHonoured);
  }
  requireOption(engine, 'directions', 'elevation', !elevation || options.elevation);
  requireOption(engine, 'directions', 'continueStraight', !continueStraight || options.continueStraight);
  requireWaypointOptions(engine, query);
  requireRouteOptions(engine, query);
  requireCap(engine, 'directions', 'alternatives', alternatives, caps.alternatives);
}

function requireRouteOptions(engine: Engine, query: DirectionsQuery): void {
  const { options, roundTrip, attributes } = engine.capabilities;
  const need = (option: string, isSupported: boolean | undefined) =>
    requireOption(engine, 'directions', option, isSupported === true);
  const { preferences = ['fastest', 'shortest', 'recommended'] } = options;
  need(`preference "${query.preference}"`, preferences.includes(query.preference));
  if (query.departAt !== undefined) need('departAt', options.departAt);
  if (query.arriveBy !== undefined) need('arriveBy', options.arriveBy);
  if (query.optimizeOrder) need('optimizeOrder', options.optimizeOrder);
  if (query.roundTrip !== undefined) need('a round trip', roundTrip);
  for (const name of query.attributes)
    need(`attribute "${name}"`, options.attributes?.includes(name) ?? attributes);
}

function requireWaypointOptions(engine: Engine, { waypoints }: DirectionsQuery): void {
  const { options } = engine.capabilities;
  const need = (option: string, isSupported: boolean | undefined) =>
    requireOption(engine, 'directions', `${option} of a waypoint`, isSupported === true);
  for (const { bearing, side = 'any', role = 'stop' } of waypoints) {
    if (bearing !== undefined) need('bearing', options.bearings);
    if (side !== 'any') need('side', options.sides);
    if (role === 'via') need('role "via"', options.vias);
  }
}

export function requireIsochronesSupport(engine: Engine, query: IsochronesQuery): void {
  requireProfile(engine, 'isochrones', query.profile);
  requireAvoid(engine, 'isochrones', query);
  const { smoothing, isochroneAttributes = [] } = engine.capabilities.options;
  const honoursSmoothing = query.smoothing === undefined || smoothing === true;
  requireOption(engine, 'isochrones', 'smoothing', honoursSmoothing);
  for (const name of query.attributes ?? [])
    requireOption(engine, 'isochrones', `attribute "${name}"`, isochroneAttributes.includes(name));
}

export function requireMatrixSupport(engine: Engine, query: MatrixQuery): void {
  const { matrixAvoid, matrixSnapRadius = false } = engine.capabilities.options;
  requireProfile(engine, 'matrix', query.profile);
  requireOption(engine, 'matrix', 'avoid', query.avoid === undefined || matrixAvoid);
  const hasRadius = query.snapRadiusMeters !== undefined;
  requireOption(engine, 'matrix', 'snapRadiusMeters', !hasRadius || matrixSnapRadius);
  requireAvoid(engine, 'matrix', query);
}

export function requireOptimizeSupport(engine: Engine, query: OptimizeQuery): void {
  const { optimizeStops = Infinity, optimizeVehicles = Infinity } = engine.capabilities.caps;
  const stops = query.jobs.length + 2 * query.shipments.length;
  requireCap(engine, 'optimize', 'stops', stops, optimizeStops);
  requireCap(engine, 'optimize', 'vehicles', query.vehicles.length, optimizeVehicles);
}

export function requireGeocodeSupport(engine: Engine, query: GeocodeQuery): void {
  const { geocode = [] } = engine.capabilities.options;
  for (const name of geocodeOptions) {
    const isGiven = query[name] !== undefined && query[name] !== false;
    requireOption(engine, 'geocode', name, !isGiven || geocode.includes(name));
  }
}

export function requireAttributesSupport(engine: Engine, query: AttributesQuery): void {
  const stated = statedAttributes(engine.capabilities);
  for (const name of query.attributes)
    requireOption(engine, 'attributes', `attribute "${name}"`, stated.includes(name));
}

export function requireProfile({ name, capabilities }: Engine, operation: string, profile: Profile): void {
  const { profiles } = capabilities;
  if (profiles.includes(profile)) return;
  const message = `${name} has no profile "${profile}"; it has ${profiles.join(', ')}.`;
  throw new UnsupportedError({ message, provider: name, operation, outcome: 'not-sent' });
}

function requireAvoid(
  engine: Engine,
  operation: string,
  { avoid, profile }: { readonly avoid?: CheckedAvoid | undefined; readonly profile: Profile },
): void {
  const { avoidAreas, avoidFeatures, avoidPoints, ...options } = engine.capabilities.options;
  const { avoidCountries = false, avoidBorders = false } = options;
  const need = (option: string, isGiven: unknown, isSupported: boolean | undefined) =>
    requireOption(engine, operation, option, !isGiven || isSupported === true);
  need('avoid.areas', avoid?.areas?.length, avoidAreas);
  need('avoid.points', avoid?.points?.length, avoidPoints);
  const withProfile = `with profile "${profile}"`;
  need(
    `avoid.countries ${withProfile}`,
    avoid?.countries?.length,
    forProfile<boolean>(avoidCountries, profile),
  );
  need(`avoid.borders ${withProfile}`, avoid?.borders, forProfile<boolean>(avoidBorders, profile));
  const honoured = forProfile(avoidFeatures, profile);
  for (const feature of avoid?.features ?? []) {
    const option = `avoid.features "${feature}" ${withProfile}`;
    requireOption(engine, operation, option, honoured.includes(feature));
  }
}

function requireOption({ name }: Engine, operation: string, option: string, isSupported: boolean): void {
  if (isSupported) return;
  const message =
    `${name} does not support ${option} in ${operation}. ` +
    'Leave it out, or use a driver that supports it.';
  throw new UnsupportedError({ message, provider: name, operation, outcome: 'not-sent' });
}

/** Of what no split gives the same result. */
function requireCap({ name }: Engine, operation: string, what: string, count: number, most: number): void {
  if (count <= most) return;
  const message =
    `${name} takes at most ${most} ${what} in one ${operation} request, and a request with ` +
    `${count} cannot be split without changing the result. Send fewer.`;
  throw new LimitExceededError({ message, provider: name, operation, outcome: 'not-sent' });
}
