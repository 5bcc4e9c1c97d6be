import type { RoutingCallOptions } from './calls/sender.ts';
import type { RoutingCapabilities } from './model/capabilities.ts';
import type { DirectionsResult } from './model/directions.ts';
import type { PlacesFailure } from './model/result.ts';
import type { RoundTripRequest } from './model/round-trip.ts';
import type { AttributesRequest, AttributesResult } from './model/services/attributes.ts';
import type { ElevationRequest, ElevationResult } from './model/services/elevation.ts';
import type { ExpansionRequest, ExpansionResult } from './model/services/expansion.ts';
import type { GeocodeRequest, GeocodeResult, ReverseGeocodeRequest } from './model/services/geocode.ts';
import type { ExportGraphRequest, ExportGraphResult } from './model/services/graph.ts';
import type { MatchRequest, MatchResult } from './model/services/match.ts';
import type { NearestRequest, NearestResult } from './model/services/nearest.ts';
import type { OptimizeRequest, OptimizeResult } from './model/services/optimize.ts';
import type { PoisRequest, PoisResult } from './model/services/pois.ts';
import type { StatusRequest, StatusResult } from './model/services/status.ts';
import type { FailuresOf, PartialOptions } from './parts.ts';

/** The method of a client whose driver has round trips. @public */
export interface RoundTripMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * A route of about the requested length that ends where it starts.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  roundTrip(request: RoundTripRequest<Capabilities>, options?: RoutingCallOptions): Promise<DirectionsResult>;
}

/** The method of a client whose driver has the nearest roads. @public */
export interface NearestMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The nearest places on roads around one place.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  nearest(request: NearestRequest<Capabilities>, options?: RoutingCallOptions): Promise<NearestResult>;
}

/** The method of a client whose driver has map matching. @public */
export interface MatchMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The roads that a recorded track followed.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  match(request: MatchRequest<Capabilities>, options?: RoutingCallOptions): Promise<MatchResult>;
}

/** The method of a client whose driver has attributes along a line. @public */
export interface AttributesMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Surface, gradient and the like along a line that follows the roads.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  attributes(
    request: AttributesRequest<Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<AttributesResult>;
}

/** The method of a client whose driver has elevation. @public */
export interface ElevationMethods {
  /**
   * The heights of places. Any number of positions.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  elevation<const Options extends PartialOptions = PartialOptions>(
    request: ElevationRequest,
    options?: Options,
  ): Promise<ElevationResult & FailuresOf<Options, PlacesFailure>>;
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

/** The method of a client whose driver has geocoding. @public */
export interface GeocodeMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * Places by name or address.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  geocode(request: GeocodeRequest<Capabilities>, options?: RoutingCallOptions): Promise<GeocodeResult>;
}

/** The method of a client whose driver has reverse geocoding. @public */
export interface ReverseGeocodeMethods {
  /**
   * The places at a position.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  reverseGeocode(request: ReverseGeocodeRequest, options?: RoutingCallOptions): Promise<GeocodeResult>;
}

/** The method of a client whose driver has points of interest. @public */
export interface PoisMethods {
  /**
   * Points of interest in a box, or around a place, a line or an area.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  pois(request: PoisRequest, options?: RoutingCallOptions): Promise<PoisResult>;
}

/** The method of a client whose driver has the export of its graph. @public */
export interface ExportGraphMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The routing graph in a box.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  exportGraph(
    request: ExportGraphRequest<Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<ExportGraphResult>;
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

/** The method of a client whose driver has a status. @public */
export interface StatusMethods {
  /**
   * What the engine says about itself: version, map data, readiness.
   *
   * @throws the errors of a failed request.
   */
  status(request?: StatusRequest, options?: RoutingCallOptions): Promise<StatusResult>;
}
