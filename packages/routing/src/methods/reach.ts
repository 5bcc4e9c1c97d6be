import type { FailuresOf, PartialOptions, ProgressOptions, RoutingCallOptions } from '../call-options.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import type { ExpansionRequest, ExpansionResult } from '../model/reach/expansion.ts';
import type { IsochronesFailure, IsochronesRequest, IsochronesResult } from '../model/reach/isochrones.ts';
import type {
  MatrixFailure,
  MatrixMetric,
  MatrixPart,
  MatrixRequest,
  MatrixResult,
} from '../model/reach/matrix.ts';
import type { OptimizeRequest, OptimizeResult } from '../model/reach/optimize.ts';

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

/** The method of a client whose driver has optimisation. @public */
export interface OptimizeMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Solves a vehicle routing problem: which vehicle visits what, and in which order.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  optimize(request: OptimizeRequest<Capabilities>, options?: RoutingCallOptions): Promise<OptimizeResult>;
}

/** The method of a client whose driver has expansions. @public */
export interface ExpansionMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The roads that a search from one place visits.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  expansion(request: ExpansionRequest<Capabilities>, options?: RoutingCallOptions): Promise<ExpansionResult>;
}
