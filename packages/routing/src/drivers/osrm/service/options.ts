import type { Constraint } from '@org/core';
import type { HttpRoutingOptions, Profile } from '../../../driver.ts';
import type { OsrmAttribute } from '../attribute.ts';
import type { OsrmAvoidFeature, OsrmCaps, OsrmService } from '../capabilities.ts';

/** The options of `osrm()`. @public */
export interface OsrmOptions extends HttpRoutingOptions {
  /**
   * The base URL of the server, or one for each profile: `http://localhost:5000`,
   * `{ driving: 'https://routing.openstreetmap.de/routed-car' }`. An OSRM server holds the data of one
   * profile.
   *
   * @defaultValue the environment's `OSRM_BASE_URL`; with an `apiKey` or `auth` only if it is on this machine
   */
  readonly baseUrl?: string | Readonly<Partial<Record<Profile, string>>> | undefined;
  /**
   * The profiles of the data, or a table of their labels in the path: `{ driving: 'car' }`. OSRM itself does
   * not check the label.
   *
   * @defaultValue the keys of `baseUrl`, else `['driving']`
   */
  readonly profiles?: readonly Profile[] | Readonly<Partial<Record<Profile, string>>> | undefined;
  /**
   * The features that the data is prepared to exclude (`excludable` of its profile). A server refuses others,
   * and combinations that were not prepared.
   *
   * @defaultValue none
   */
  readonly avoid?: readonly OsrmAvoidFeature[] | undefined;
  /**
   * The attributes along a route that the host states: hosts in the style of Mapbox also state `speedLimit`
   * and `congestion`.
   *
   * @defaultValue `['averageSpeed']`
   */
  readonly attributes?: readonly OsrmAttribute[] | undefined;
  /**
   * The path before the label of the profile, by service, for hosts in the style of Mapbox:
   * `{ route: '/directions/v5' }`. The client has no method of a service that is not in it: without `nearest`
   * neither `snap()` nor `nearest()`.
   *
   * @defaultValue `/route/v1`, `/table/v1`, `/nearest/v1`, `/match/v1`, `/trip/v1`
   */
  readonly paths?: OsrmPaths | undefined;
  /**
   * Who writes the instructions. `true`: the host, as those in the style of Mapbox do; requests then have a
   * `language`. `'osrm-text-instructions'`: the package of this name, in 31 languages; install it.
   * @defaultValue false
   */
  readonly instructions?: boolean | 'osrm-text-instructions' | undefined;
  /** Sends directions, matrices and tracks as POST with JSON: servers from 26.1 on. @defaultValue false */
  readonly post?: boolean | undefined;
  /** The longest URL of a GET request; proxies refuse more with status 414. @defaultValue 8000 */
  readonly maxUrlLength?: number | undefined;
  /** Further limits of one operation: `{ matrix: [perMinute(60)] }`. */
  readonly limitGroups?: OsrmLimitGroups | undefined;
  /** The largest request, if the operator changed the defaults of `osrm-routed`. */
  readonly caps?: Partial<OsrmCaps> | undefined;
}

/** The path before the label of the profile, by service. @public */
export type OsrmPaths = Readonly<Partial<Record<OsrmService, string>>>;

/** The limits of single operations. @public */
export type OsrmLimitGroups = Readonly<
  Partial<Record<'directions' | 'matrix' | 'snap' | 'nearest' | 'match', readonly Constraint[]>>
>;
