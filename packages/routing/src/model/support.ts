import { UnsupportedError } from '@org/core';
import { LimitExceededError } from '../errors.ts';
import { type Avoid, vehicleFields } from './avoid.ts';
import type { RoutingCapabilities } from './capabilities.ts';
import type { DirectionsQuery } from './directions.ts';
import type { IsochronesQuery } from './isochrones.ts';
import type { MatrixQuery } from './matrix.ts';
import { forProfile, type Profile } from './profile.ts';

/** A driver's name and what it can do. */
export interface Engine {
  readonly name: string;
  readonly capabilities: RoutingCapabilities;
}

/** Throws before any I/O if the engine does not support the query. */
export function requireDirectionsSupport(engine: Engine, query: DirectionsQuery): void {
  const { options, caps, split } = engine.capabilities;
  const require = createRequirement(engine, 'directions');
  requireProfile(engine, 'directions', query.profile);
  requireAvoid(engine, 'directions', query);
  const honoured = forProfile(options.vehicle, query.profile);
  for (const field of vehicleFields) {
    const isGiven = query.vehicle?.[field] !== undefined;
    require(`vehicle.${field} with profile "${query.profile}"`, !isGiven || honoured.includes(field));
  }
  require('elevation', !query.elevation || options.elevation);
  require('continueStraight', !query.continueStraight || options.continueStraight);
  requireCap(engine, 'directions', 'alternatives', query.alternatives, caps.alternatives);
  // Provider options may refer to a waypoint by its index, or to the route as a whole.
  const isWhole = query.continueStraight || query.providerOptions !== undefined;
  if (split.directions === 'never' || isWhole) {
    const most = forProfile(caps.waypoints, query.profile);
    requireCap(engine, 'directions', 'waypoints', query.waypoints.length, most);
  }
}

export function requireIsochronesSupport(engine: Engine, query: IsochronesQuery): void {
  requireProfile(engine, 'isochrones', query.profile);
  requireAvoid(engine, 'isochrones', query);
  // The engine fits the rings of one request to each other: several requests give other rings.
  requireCap(engine, 'isochrones', 'ranges', query.ranges.length, engine.capabilities.caps.isochroneRanges);
}

export function requireMatrixSupport(engine: Engine, query: MatrixQuery): void {
  requireProfile(engine, 'matrix', query.profile);
  createRequirement(engine, 'matrix')(
    'avoid',
    query.avoid === undefined || engine.capabilities.options.matrixAvoid,
  );
  requireAvoid(engine, 'matrix', query);
}

export function requireProfile(engine: Engine, operation: string, profile: Profile): void {
  const { profiles } = engine.capabilities;
  if (profiles.includes(profile)) return;
  throw new UnsupportedError({
    message: `${engine.name} has no profile "${profile}"; it has ${profiles.join(', ')}.`,
    provider: engine.name,
    operation,
    outcome: 'not-sent',
  });
}

function requireAvoid(
  engine: Engine,
  operation: string,
  { avoid, profile }: { readonly avoid?: Avoid | undefined; readonly profile: Profile },
): void {
  const { options } = engine.capabilities;
  const require = createRequirement(engine, operation);
  require('avoid.areas', avoid?.areas === undefined || avoid.areas.length === 0 || options.avoidAreas);
  const honoured = forProfile(options.avoidFeatures, profile);
  for (const feature of avoid?.features ?? []) {
    require(`avoid.features "${feature}" with profile "${profile}"`, honoured.includes(feature));
  }
}

function createRequirement(engine: Engine, operation: string) {
  return (option: string, isSupported: boolean): void => {
    if (isSupported) return;
    throw new UnsupportedError({
      message:
        `${engine.name} does not support ${option} in ${operation}. ` +
        'Leave it out, or use a driver that supports it.',
      provider: engine.name,
      operation,
      outcome: 'not-sent',
    });
  };
}

function requireCap(engine: Engine, operation: string, what: string, asked: number, most: number): void {
  if (asked <= most) return;
  throw new LimitExceededError({
    message:
      `${engine.name} takes at most ${most} ${what} in one ${operation} request, and a request with ` +
      `${asked} cannot be split without changing the result. Send fewer.`,
    provider: engine.name,
    operation,
    outcome: 'not-sent',
  });
}
