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

/** The driver, how requests are split, and the engine's options. @public */
export interface RoutingClientOptions<Capabilities extends RoutingCapabilities> extends EngineOptions {
  /**
   * Which engine answers: `openrouteservice()`, `valhalla({ baseUrl })`, `embedded({ tilesDirectory })`, or
   * one of your own.
   */
  readonly driver: RoutingDriver<Capabilities>;
  /**
   * How many parts of a split request are under way at the same time; the limiter paces them all the same.
   * @defaultValue 4
   */
  readonly maxParallelParts?: number | undefined;
}

/** What every routing client has. @public */
export interface RoutingClientBase<Capabilities extends RoutingCapabilities> {
  /** Name of the driver. */
  readonly provider: string;
  /** What the engine can do, as data. */
  readonly capabilities: Capabilities;
  /**
   * Lets calls under way end, then frees what is open. Calls after this are refused with `ClosedError`. May
   * be called twice.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** There where the driver has directions. @public */
export interface DirectionsMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The way over two or more places: route, geometry, legs and turn-by-turn steps.
   *
   * @throws InvalidInputError, UnsupportedError, LimitExceededError before anything is sent; NoRouteError and
   * PointNotFoundError from the engine.
   */
  directions<const Waypoints extends readonly (Position | Waypoint)[]>(
    request: DirectionsRequest<Capabilities> & { readonly waypoints: Waypoints & TwoOrMore<Waypoints> },
    options?: RoutingCallOptions,
  ): Promise<DirectionsResult>;
}

/** There where the driver has isochrones. @public */
export interface IsochronesMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * How far one gets: the area within each range of each location.
   *
   * @throws InvalidInputError, UnsupportedError, LimitExceededError before anything is sent;
   * PointNotFoundError when no location has a road near.
   */
  isochrones(
    request: IsochronesRequest<Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<IsochronesResult>;
}

/** There where the driver has matrices. @public */
export interface MatrixMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** Durations and distances between many places, whole or part by part. */
  readonly matrix: MatrixMethod<Capabilities>;
}

/** Matrices, whole or part by part. @public */
export type MatrixMethod<Capabilities extends RoutingCapabilities = RoutingCapabilities> =
  MatrixSignature<Capabilities>['matrix'] & MatrixStream<Capabilities>;

/** A method, which fits where a function is wanted that takes the requests of any driver. @public */
export interface MatrixSignature<Capabilities extends RoutingCapabilities> {
  /**
   * Durations and distances from every origin to every destination, `null` where no way leads. Any size: what
   * the engine does not answer at once is asked in parts.
   *
   * @throws InvalidInputError, UnsupportedError before anything is sent.
   */
  matrix<const Metric extends MatrixMetric = MatrixMetric>(
    request: MatrixRequest<Metric, Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<MatrixResult<Metric>>;
}

/** Matrices part by part. @public */
export interface MatrixStream<Capabilities extends RoutingCapabilities> {
  /**
   * The same, part by part as the engine answers, in order and in bounded memory: for matrices too large to
   * hold. Leaving the loop ends what is under way.
   */
  stream<const Metric extends MatrixMetric = MatrixMetric>(
    request: MatrixRequest<Metric, Capabilities>,
    options?: RoutingCallOptions,
  ): AsyncIterable<MatrixPart<Metric>>;
}

/** There where the driver can snap. @public */
export interface SnapMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The nearest place on a road for each position, `position: null` where none is near. Any number of them.
   */
  snap(request: SnapRequest<Capabilities>, options?: RoutingCallOptions): Promise<SnapResult>;
}

/** There where the driver has a service behind it that is spoken to by HTTP. @public */
export interface RawRequestMethods {
  /** Any endpoint of the service, under the same limits, retries and errors. */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
}

/** A client with the methods its driver's capabilities promise, and no others. @public */
export type RoutingClient<Capabilities extends RoutingCapabilities> = RoutingClientBase<Capabilities> &
  (Capabilities['directions'] extends true ? DirectionsMethods<Capabilities> : unknown) &
  (Capabilities['isochrones'] extends true ? IsochronesMethods<Capabilities> : unknown) &
  (Capabilities['matrix'] extends true ? MatrixMethods<Capabilities> : unknown) &
  (Capabilities['snap'] extends true ? SnapMethods<Capabilities> : unknown) &
  (Capabilities['rawRequests'] extends true ? RawRequestMethods : unknown);

/**
 * Opens a client on a routing engine. Nothing is sent, read or loaded until the first call.
 *
 * @example
 * const routing = createRoutingClient({ driver: openrouteservice() }); const { routes } = await
 * routing.directions({ profile: 'driving', waypoints: [[8.681, 49.414], [8.687, 49.42]] });
 * @throws ConfigurationError when there is no driver, or the driver's base URL cannot work
 * @public
 */
export function createRoutingClient<Engine extends RoutingDriver>(
  options: RoutingClientOptions<Engine['capabilities']> & { readonly driver: Engine },
): RoutingClient<Engine['capabilities']> {
  // Without types `{ driver: valhalla }` is an easy slip.
  if (typeof options?.driver?.open !== 'function')
    throw refuse(
      'createRoutingClient() needs a driver: { driver: openrouteservice() }, with the parentheses.',
    );
  const { driver, maxParallelParts: given, ...engineOptions } = options;
  const maxParallelParts = wholeNumber('maxParallelParts', given, 4, 1);
  // A driver offers the operations its capabilities promise; which methods may be called is decided by the
  // type returned.
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
