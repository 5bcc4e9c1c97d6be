import type { CallOptions, Operation } from '@org/core';
import type { Driver, DriverSession } from '@org/core/driver';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import type { ElevationAnswer, ElevationQuery } from '../model/places/elevation.ts';
import type { GeocodeAnswer, GeocodeQuery, ReverseGeocodeQuery } from '../model/places/geocode.ts';
import type { NearestAnswer, NearestQuery } from '../model/places/nearest.ts';
import type { PoisAnswer, PoisQuery } from '../model/places/pois.ts';
import type { SnapAnswer, SnapQuery } from '../model/places/snap.ts';
import type {
  ExpansionAnswer,
  ExpansionQuery,
  IsochronesAnswer,
  IsochronesQuery,
} from '../model/reach/isochrones.ts';
import type { MatrixAnswer, MatrixQuery } from '../model/reach/matrix.ts';
import type { OptimizeAnswer, OptimizeQuery } from '../model/reach/optimize.ts';
import type { DirectionsAnswer, DirectionsQuery } from '../model/routes/directions.ts';
import type { AttributesAnswer, AttributesQuery, MatchAnswer, MatchQuery } from '../model/routes/match.ts';
import type { ExportGraphAnswer, ExportGraphQuery } from '../model/server/graph.ts';
import type { StatusAnswer, StatusRequest } from '../model/server/status.ts';
import type { EngineUsage } from '../usage.ts';

/** The operations of a driver. Queries are checked and within the driver's caps. @public */
export type RoutingOperations = {
  readonly directions: { readonly input: DirectionsQuery; readonly output: DirectionsAnswer };
  readonly isochrones: { readonly input: IsochronesQuery; readonly output: IsochronesAnswer };
  readonly matrix: { readonly input: MatrixQuery; readonly output: MatrixAnswer };
  readonly snap: { readonly input: SnapQuery; readonly output: SnapAnswer };
  readonly nearest: { readonly input: NearestQuery; readonly output: NearestAnswer };
  readonly match: { readonly input: MatchQuery; readonly output: MatchAnswer };
  readonly attributes: { readonly input: AttributesQuery; readonly output: AttributesAnswer };
  readonly elevation: { readonly input: ElevationQuery; readonly output: ElevationAnswer };
  readonly optimize: { readonly input: OptimizeQuery; readonly output: OptimizeAnswer };
  readonly geocode: { readonly input: GeocodeQuery; readonly output: GeocodeAnswer };
  readonly reverseGeocode: { readonly input: ReverseGeocodeQuery; readonly output: GeocodeAnswer };
  readonly pois: { readonly input: PoisQuery; readonly output: PoisAnswer };
  readonly exportGraph: { readonly input: ExportGraphQuery; readonly output: ExportGraphAnswer };
  readonly expansion: { readonly input: ExpansionQuery; readonly output: ExpansionAnswer };
  readonly status: { readonly input: StatusRequest; readonly output: StatusAnswer };
};

/** An operation of an HTTP driver. @public */
export type RoutingOperation<Name extends keyof RoutingOperations> = Operation<
  RoutingOperations[Name]['input'],
  RoutingOperations[Name]['output']
>;

/**
 * An operation of an HTTP driver, with the types of its query and its answer. All of them only read. @public
 *
 * @example
 * const snap = routingOperation('snap', {
 *   encode: ({ positions }) => ({ method: 'POST', path: '/snap', json: { positions } }),
 *   decode: (response) => readSnapAnswer(response.json()),
 * });
 */
export function routingOperation<Name extends keyof RoutingOperations>(
  name: Name,
  operation: Omit<RoutingOperation<Name>, 'name' | 'safety'>,
): RoutingOperation<Name> {
  return { ...operation, name, safety: 'read' };
}

/** The names of the operations that a driver with these capabilities has. @public */
export type OfferedNames<Capabilities extends RoutingCapabilities> = {
  [Name in keyof RoutingOperations]: Capabilities[Name] extends true ? Name : never;
}[keyof RoutingOperations];

/** A driver of a routing engine. @public */
export type RoutingDriver<Capabilities extends RoutingCapabilities = RoutingCapabilities> = Driver<
  Pick<RoutingOperations, OfferedNames<Capabilities>>,
  Capabilities
> & {
  /** The cost of a query in the service's credits, if the service counts others than requests. */
  readonly creditsOf?: CreditsOf | undefined;
};

/** The cost of a query of an operation, in the service's credits. @public */
export type CreditsOf = <Name extends keyof RoutingOperations>(
  name: Name,
  query: RoutingOperations[Name]['input'],
) => number;

/**
 * Defines a driver: for an engine without a driver in this package, for a fake in tests, for a composition of
 * drivers. Keeps the literal types of the capabilities, which decide the methods of a client. @public
 *
 * @example
 * const open = () => session;
 * const driver = defineRoutingDriver({ specVersion: 1, name: 'straight', capabilities, open });
 */
export function defineRoutingDriver<const Capabilities extends RoutingCapabilities>(
  driver: RoutingDriver<Capabilities>,
): RoutingDriver<Capabilities> {
  return driver;
}

/** A session of a driver; one that is made of drivers has the optional members. */
export interface RoutingSession extends DriverSession<RoutingOperations> {
  /** Where its answers come from, if that is not the driver of the client. Sources share no answers. */
  readonly source?: string | undefined;
  /** The usage of each of its drivers. */
  usage?(): readonly EngineUsage[];
  /** Runs a whole call with one of its drivers, and again with the next one after a transient failure. */
  move?<Result>(options: CallOptions, run: RunCall<Result>): Promise<Result>;
}

export type RunCall<Result> = (session: RoutingSession, options: CallOptions) => Promise<Result>;
