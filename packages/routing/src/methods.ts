import type { CallOptions, RawRequest, ServiceResponse } from '@org/core';
import type { RoutingCallOptions } from './calls/sender.ts';
import type { RoutingCapabilities } from './model/capabilities.ts';
import type { DirectionsRequest, DirectionsResult, TwoOrMore } from './model/directions.ts';
import type { IsochronesFailure, IsochronesRequest, IsochronesResult } from './model/isochrones.ts';
import type { MatrixFailure, MatrixMetric, MatrixPart, MatrixRequest, MatrixResult } from './model/matrix.ts';
import type { PositionLike } from './model/position.ts';
import type { PlacesFailure } from './model/result.ts';
import type { SnapRequest, SnapResult } from './model/snap.ts';
import type { Waypoint } from './model/waypoint.ts';
import type { FailuresOf, PartialOptions, ProgressOptions } from './parts.ts';

/** The method of a client whose driver has directions. @public */
export interface DirectionsMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Routes over two or more waypoints: geometry, legs and turn-by-turn steps.
   *
   * @throws InvalidInputError, UnsupportedError, LimitExceededError before anything is sent; NoRouteError and
   * PointNotFoundError from the engine.
   */
  directions<const Waypoints extends readonly (PositionLike | Waypoint)[]>(
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
  isochrones<const Options extends PartialOptions = PartialOptions>(
    request: IsochronesRequest<Capabilities>,
    options?: Options,
  ): Promise<IsochronesResult & FailuresOf<Options, IsochronesFailure>>;
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
  matrix<
    const Metric extends MatrixMetric = MatrixMetric,
    const Options extends PartialOptions = PartialOptions,
  >(
    request: MatrixRequest<Metric, Capabilities>,
    options?: Options,
  ): Promise<MatrixResult<Metric> & FailuresOf<Options, MatrixFailure>>;
}

/** `matrix.stream()`. @public */
export interface MatrixStream<Capabilities extends RoutingCapabilities> {
  /**
   * The parts of a matrix in order and in bounded memory: for matrices that are too large to hold. To leave
   * the loop aborts the requests in flight.
   */
  stream<const Metric extends MatrixMetric = MatrixMetric>(
    request: MatrixRequest<Metric, Capabilities>,
    options?: ProgressOptions,
  ): AsyncIterable<MatrixPart<Metric>>;
}

/** The method of a client whose driver can snap. @public */
export interface SnapMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The nearest place on a road for each position, `position: null` if no road is near. Any number of
   * positions.
   */
  snap<const Options extends PartialOptions = PartialOptions>(
    request: SnapRequest<Capabilities>,
    options?: Options,
  ): Promise<SnapResult & FailuresOf<Options, PlacesFailure>>;
}

/** The method of a client whose driver uses an HTTP service. @public */
export interface RawRequestMethods {
  /** Sends a request to any endpoint of the service, with the same limits, retries and errors. */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
}
