import type { CallOptions, RawRequest, ServiceResponse } from '@org/core';
import type { FailuresOf, PartialOptions, ProgressOptions, RoutingCallOptions } from './call-options.ts';
import type { RoutingCapabilities } from './model/engine/capabilities.ts';
import type { PositionLike } from './model/geometry/position.ts';
import type { ElevationRequest, ElevationResult } from './model/places/elevation.ts';
import type { GeocodeRequest, GeocodeResult, ReverseGeocodeRequest } from './model/places/geocode.ts';
import type { NearestRequest, NearestResult } from './model/places/nearest.ts';
import type { PoisRequest, PoisResult } from './model/places/pois.ts';
import type { SnapRequest, SnapResult } from './model/places/snap.ts';
import type {
  ExpansionRequest,
  ExpansionResult,
  IsochronesFailure,
  IsochronesRequest,
  IsochronesResult,
} from './model/reach/isochrones.ts';
import type {
  MatrixFailure,
  MatrixMetric,
  MatrixPart,
  MatrixRequest,
  MatrixResult,
} from './model/reach/matrix.ts';
import type { OptimizeRequest, OptimizeResult } from './model/reach/optimize.ts';
import type { PlacesFailure } from './model/result.ts';
import type { DirectionsRequest, DirectionsResult, TwoOrMore } from './model/routes/directions.ts';
import type { AttributesRequest, AttributesResult, MatchRequest, MatchResult } from './model/routes/match.ts';
import type { RoundTripRequest } from './model/routes/round-trip.ts';
import type { Waypoint } from './model/routes/waypoint.ts';
import type { ExportGraphRequest, ExportGraphResult } from './model/server/graph.ts';
import type { StatusRequest, StatusResult } from './model/server/status.ts';

/** The method of a client whose driver has directions. @public */
export interface DirectionsMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Routes over two or more waypoints: geometry, legs and turn-by-turn steps.
   *
   * @throws InvalidInputError for an invalid place or option
   * @throws UnsupportedError for an option that the engine does not honour
   * @throws LimitExceededError for a request above the engine's limit that cannot be split
   * @throws NoRouteError when no route joins two of the waypoints
   * @throws PointNotFoundError when a waypoint has no road near it
   */
  directions<const Waypoints extends readonly (PositionLike | Waypoint)[]>(
    request: DirectionsRequest<Capabilities> & { readonly waypoints: Waypoints & TwoOrMore<Waypoints> },
    options?: RoutingCallOptions,
  ): Promise<DirectionsResult>;
}

/** The method of a client whose driver has round trips. @public */
export interface RoundTripMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * A route of about the requested length that ends where it starts.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  roundTrip(request: RoundTripRequest<Capabilities>, options?: RoutingCallOptions): Promise<DirectionsResult>;
}

/** The method of a client whose driver has map matching. @public */
export interface MatchMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The roads that a recorded track followed.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  match(request: MatchRequest<Capabilities>, options?: RoutingCallOptions): Promise<MatchResult>;
}

/** The method of a client whose driver has attributes along a line. @public */
export interface AttributesMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Surface, gradient and the like along a line that follows the roads.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  attributes(
    request: AttributesRequest<Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<AttributesResult>;
}

/** The method of a client whose driver has isochrones. @public */
export interface IsochronesMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The area that is reachable within each range of each location.
   *
   * @throws InvalidInputError for an invalid place or range
   * @throws UnsupportedError for an option that the engine does not honour
   * @throws LimitExceededError for a request above the engine's limit that cannot be split
   * @throws PointNotFoundError if no location has a road near
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
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
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
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  optimize(request: OptimizeRequest<Capabilities>, options?: RoutingCallOptions): Promise<OptimizeResult>;
}

/** The method of a client whose driver has expansions. @public */
export interface ExpansionMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The roads that a search from one place visits.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  expansion(request: ExpansionRequest<Capabilities>, options?: RoutingCallOptions): Promise<ExpansionResult>;
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

/** The method of a client whose driver has the nearest roads. @public */
export interface NearestMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The nearest places on roads around one place.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  nearest(request: NearestRequest<Capabilities>, options?: RoutingCallOptions): Promise<NearestResult>;
}

/** The method of a client whose driver has elevation. @public */
export interface ElevationMethods {
  /**
   * The heights of places. Any number of positions.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  elevation<const Options extends PartialOptions = PartialOptions>(
    request: ElevationRequest,
    options?: Options,
  ): Promise<ElevationResult & FailuresOf<Options, PlacesFailure>>;
}

/** The method of a client whose driver has geocoding. @public */
export interface GeocodeMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Places by name or address.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  geocode(request: GeocodeRequest<Capabilities>, options?: RoutingCallOptions): Promise<GeocodeResult>;
}

/** The method of a client whose driver has reverse geocoding. @public */
export interface ReverseGeocodeMethods {
  /**
   * The places at a position.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  reverseGeocode(request: ReverseGeocodeRequest, options?: RoutingCallOptions): Promise<GeocodeResult>;
}

/** The method of a client whose driver has points of interest. @public */
export interface PoisMethods {
  /**
   * Points of interest in a box, or around a place, a line or an area.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  pois(request: PoisRequest, options?: RoutingCallOptions): Promise<PoisResult>;
}

/** The method of a client whose driver has the export of its graph. @public */
export interface ExportGraphMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The routing graph in a box.
   *
   * @throws InvalidInputError for an invalid value, UnsupportedError for one that the engine does not honour
   */
  exportGraph(
    request: ExportGraphRequest<Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<ExportGraphResult>;
}

/** The method of a client whose driver has a status. @public */
export interface StatusMethods {
  /**
   * What the engine says about itself: version, map data, readiness.
   *
   * @throws the errors of a failed request.
   */
  status(request?: StatusRequest, options?: RoutingCallOptions): Promise<StatusResult>;
}

/** The method of a client whose driver uses an HTTP service. @public */
export interface RawRequestMethods {
  /** Sends a request to any endpoint of the service, with the same limits, retries and errors. */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
}
