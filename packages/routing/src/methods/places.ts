import type { FailuresOf, PartialOptions, RoutingCallOptions } from '../call-options.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import type { ElevationRequest, ElevationResult } from '../model/places/elevation.ts';
import type { GeocodeRequest, GeocodeResult, ReverseGeocodeRequest } from '../model/places/geocode.ts';
import type { NearestRequest, NearestResult } from '../model/places/nearest.ts';
import type { PoisRequest, PoisResult } from '../model/places/pois.ts';
import type { SnapRequest, SnapResult } from '../model/places/snap.ts';
import type { PlacesFailure } from '../model/result.ts';

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
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  nearest(request: NearestRequest<Capabilities>, options?: RoutingCallOptions): Promise<NearestResult>;
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
