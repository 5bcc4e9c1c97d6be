/// <reference lib="esnext.disposable" preserve="true" />
import {
  type CallOptions,
  ConfigurationError,
  createRuntime,
  type RawRequest,
  type ServiceResponse,
  wholeNumber,
} from '@org/core';
import type { DriverSession, EngineOptions } from '@org/core/driver';
import { callDirections } from './calls/directions.ts';
import { callIsochrones } from './calls/isochrones.ts';
import { callMatrix, streamMatrix } from './calls/matrix.ts';
import type { ClientContext, RoutingCallOptions } from './calls/sender.ts';
import { callSnap } from './calls/snap.ts';
import type { RoutingDriver, RoutingOperations } from './driver.ts';
import type { RoutingCapabilities } from './model/capabilities.ts';
import type { DirectionsRequest, DirectionsResult, TwoOrMore, Waypoint } from './model/directions.ts';
import type { IsochronesRequest, IsochronesResult } from './model/isochrones.ts';
import type { MatrixMetric, MatrixPart, MatrixRequest, MatrixResult } from './model/matrix.ts';
import type { Position } from './model/position.ts';
import type { SnapRequest, SnapResult } from './model/snap.ts';

/** The options of a client. @public */
export interface RoutingClientOptions<Capabilities extends RoutingCapabilities> extends EngineOptions {
  /**
   * The driver of the engine: `openrouteservice()`, `valhalla({ baseUrl })`, `embedded({ tilesDirectory })`,
   * or your own.
   */
  readonly driver: RoutingDriver<Capabilities>;
  /**
   * The largest number of parts of a split request that are in flight at the same time. The limiter paces
   * them as well.
   * @defaultValue 4
   */
  readonly maxParallelParts?: number | undefined;
}

/** The members of every routing client. @public */
export interface RoutingClientBase<Capabilities extends RoutingCapabilities> {
  /** Name of the driver. */
  readonly provider: string;
  /** The capabilities of the engine, as data. */
  readonly capabilities: Capabilities;
  /**
   * Waits for the calls in flight, then frees all resources. Later calls reject with `ClosedError`. May be
   * called twice.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The method of a client whose driver has directions. @public */
export interface DirectionsMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Routes over two or more waypoints: geometry, legs and turn-by-turn steps.
   *
   * @throws InvalidInputError, UnsupportedError, LimitExceededError before anything is sent; NoRouteError and
   * PointNotFoundError from the engine.
   */
  directions<const Waypoints extends readonly (Position | Waypoint)[]>(
    request: DirectionsRequest<Capabilities> & { readonly waypoints: Waypoints & TwoOrMore<Waypoints> },
    options?: RoutingCallOptions,
  ): Promise<DirectionsResult>;
}

/** The method of a client whose driver has isochrones. @public */
export interface IsochronesMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The area that is reachable within each range of each location.
   *
   * @throws InvalidInputError, UnsupportedError, LimitExceededError before anything is sent;
   * PointNotFoundError if no location has a road near.
   */
  isochrones(
    request: IsochronesRequest<Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<IsochronesResult>;
}

/** The method of a client whose driver has matrices. @public */
export interface MatrixMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** Durations and distances between many places, in one result or part by part. */
  readonly matrix: MatrixMethod<Capabilities>;
}

/** `matrix()` and `matrix.stream()`. @public */
export type MatrixMethod<Capabilities extends RoutingCapabilities = RoutingCapabilities> =
  MatrixSignature<Capabilities>['matrix'] & MatrixStream<Capabilities>;

/** `matrix()` as a method: it fits where a function takes the requests of any driver. @public */
export interface MatrixSignature<Capabilities extends RoutingCapabilities> {
  /**
   * Durations and distances from every origin to every destination, `null` where there is no route. A matrix
   * above the engine's limit is sent in several requests.
   *
   * @throws InvalidInputError, UnsupportedError before anything is sent.
   */
  matrix<const Metric extends MatrixMetric = MatrixMetric>(
    request: MatrixRequest<Metric, Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<MatrixResult<Metric>>;
}

/** `matrix.stream()`. @public */
export interface MatrixStream<Capabilities extends RoutingCapabilities> {
  /**
   * The parts of a matrix in order and in bounded memory: for matrices that are too large to hold. To leave
   * the loop aborts the requests in flight.
   */
  stream<const Metric extends MatrixMetric = MatrixMetric>(
    request: MatrixRequest<Metric, Capabilities>,
    options?: RoutingCallOptions,
  ): AsyncIterable<MatrixPart<Metric>>;
}

/** The method of a client whose driver can snap. @public */
export interface SnapMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The nearest place on a road for each position, `position: null` if no road is near. Any number of
   * positions.
   */
  snap(request: SnapRequest<Capabilities>, options?: RoutingCallOptions): Promise<SnapResult>;
}

/** The method of a client whose driver uses an HTTP service. @public */
export interface RawRequestMethods {
  /** Sends a request to any endpoint of the service, with the same limits, retries and errors. */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
}

/** A client with the methods of its driver's capabilities, and no others. @public */
export type RoutingClient<Capabilities extends RoutingCapabilities> = RoutingClientBase<Capabilities> &
  (Capabilities['directions'] extends true ? DirectionsMethods<Capabilities> : unknown) &
  (Capabilities['isochrones'] extends true ? IsochronesMethods<Capabilities> : unknown) &
  (Capabilities['matrix'] extends true ? MatrixMethods<Capabilities> : unknown) &
  (Capabilities['snap'] extends true ? SnapMethods<Capabilities> : unknown) &
  (Capabilities['rawRequests'] extends true ? RawRequestMethods : unknown);

/**
 * Creates a client of a routing engine. Nothing is sent, read or loaded before the first call.
 *
 * @example
 * const routing = createRoutingClient({ driver: openrouteservice() });
 * const waypoints = [[8.681, 49.414], [8.687, 49.42]] as const;
 * const { routes } = await routing.directions({ profile: 'driving', waypoints });
 * @throws ConfigurationError without a driver, or for an invalid base URL
 * @public
 */
export function createRoutingClient<Engine extends RoutingDriver>(
  options: RoutingClientOptions<Engine['capabilities']> & { readonly driver: Engine },
): RoutingClient<Engine['capabilities']> {
  // `{ driver: valhalla }` is an easy mistake without types.
  if (typeof options?.driver?.open !== 'function')
    throw refuse(
      'createRoutingClient() needs a driver: { driver: openrouteservice() }, with the parentheses.',
    );
  const { driver, maxParallelParts: given, ...engineOptions } = options;
  const maxParallelParts = wholeNumber('maxParallelParts', given, 4, 1);
  // A driver has the operations of its capabilities; the returned type decides which methods exist.
  const session = driver.open(engineOptions) as unknown as DriverSession<RoutingOperations>;
  const context: ClientContext = {
    engine: driver,
    session,
    runtime: createRuntime(engineOptions.runtime),
    deadlineMs: engineOptions.deadlineMs,
    maxParallelParts,
  };
  return { ...baseOf(driver, session), ...methodsOf(context) } as unknown as RoutingClient<
    Engine['capabilities']
  >;
}

function refuse(message: string): ConfigurationError {
  return new ConfigurationError({ message });
}

function baseOf<Capabilities extends RoutingCapabilities>(
  driver: RoutingDriver<Capabilities>,
  session: DriverSession<RoutingOperations>,
): RoutingClientBase<Capabilities> {
  return {
    provider: driver.name,
    capabilities: driver.capabilities,
    close: () => session.close(),
    [Symbol.asyncDispose]: () => session.close(),
  };
}

function methodsOf(context: ClientContext) {
  const { engine, session } = context;
  const matrix = <Metric extends MatrixMetric>(
    request: MatrixRequest<Metric>,
    options?: RoutingCallOptions,
  ) => callMatrix(context, request, options);
  const stream = <Metric extends MatrixMetric>(
    request: MatrixRequest<Metric>,
    options?: RoutingCallOptions,
  ) => streamMatrix(context, request, options);
  const all: DirectionsMethods & IsochronesMethods & MatrixMethods & SnapMethods = {
    directions: (request, options) => callDirections(context, request, options),
    isochrones: (request, options) => callIsochrones(context, request, options),
    matrix: Object.assign(matrix, { stream }),
    snap: (request, options) => callSnap(context, request, options),
  };
  const offered = Object.entries(all).filter(([name]) => engine.capabilities[name as keyof typeof all]);
  const { request } = session;
  return { ...Object.fromEntries(offered), ...(request === undefined ? {} : { request }) };
}
