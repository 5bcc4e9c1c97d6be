import type { RoutingCapabilities } from './model/engine/capabilities.ts';
import type { ElevationRequest } from './model/places/elevation.ts';
import type { GeocodeRequest, ReverseGeocodeRequest } from './model/places/geocode.ts';
import type { NearestRequest } from './model/places/nearest.ts';
import type { PoisRequest } from './model/places/pois.ts';
import type { SnapRequest } from './model/places/snap.ts';
import type { ExpansionRequest, IsochronesRequest } from './model/reach/isochrones.ts';
import type { MatrixMetric, MatrixRequest } from './model/reach/matrix.ts';
import type { OptimizeRequest } from './model/reach/optimize.ts';
import type { DirectionsRequest } from './model/routes/directions.ts';
import type { AttributesRequest, MatchRequest } from './model/routes/match.ts';
import type { RoundTripRequest } from './model/routes/round-trip.ts';
import type { ExportGraphRequest } from './model/server/graph.ts';
import type { StatusRequest } from './model/server/status.ts';

/** The requests, time and cost of a call. @public */
export interface RequestEstimate {
  /** The requests without retries. A place without a road near it can take a few more with some engines. */
  readonly requests: number;
  /** The places that these requests name together. A place in several requests counts several times. */
  readonly places: number;
  /** The least time under the published rates (`capabilities.rates`), without the time of the responses. */
  readonly leastMs: number;
  /** The cost of the requests, only for a service that counts credits. */
  readonly credits?: number | undefined;
}

/** The requests by method. @public */
export interface RequestsOf<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  readonly directions: DirectionsRequest<Capabilities>;
  readonly isochrones: IsochronesRequest<Capabilities>;
  readonly matrix: MatrixRequest<MatrixMetric, Capabilities>;
  readonly snap: SnapRequest<Capabilities>;
  readonly roundTrip: RoundTripRequest<Capabilities>;
  readonly nearest: NearestRequest<Capabilities>;
  readonly match: MatchRequest<Capabilities>;
  readonly attributes: AttributesRequest<Capabilities>;
  readonly elevation: ElevationRequest;
  readonly optimize: OptimizeRequest<Capabilities>;
  readonly geocode: GeocodeRequest;
  readonly reverseGeocode: ReverseGeocodeRequest;
  readonly pois: PoisRequest;
  readonly exportGraph: ExportGraphRequest<Capabilities>;
  readonly expansion: ExpansionRequest<Capabilities>;
  readonly status: StatusRequest;
}

/** The methods of a client that `estimate()` knows. @public */
export type EstimatedMethod<Capabilities extends RoutingCapabilities> = {
  [Name in keyof RequestsOf]: Capabilities[Name] extends true ? Name : never;
}[keyof RequestsOf];

/** The method of every client that plans a call. @public */
export interface EstimateMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The number of requests, the least time and the cost of a call. Nothing is sent.
   *
   * @example
   * const { requests, leastMs } = await routing.estimate('matrix', { profile: 'driving', origins });
   * @throws what the call itself throws before anything is sent
   */
  estimate<Name extends EstimatedMethod<Capabilities>>(
    method: Name,
    request: RequestsOf<Capabilities>[Name],
  ): Promise<RequestEstimate>;
}
