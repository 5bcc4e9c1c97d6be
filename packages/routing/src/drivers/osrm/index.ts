import { ConfigurationError, type Constraint, settingFromEnv } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { httpDriver, meantOption } from '@org/core/driver';
import {
  type HttpRoutingOptions,
  httpRoutingService,
  type Profile,
  type RoutingDriver,
} from '../../driver.ts';
import { combineByProfile } from './by-profile.ts';
import {
  type OsrmAvoidFeature,
  type OsrmCapabilities,
  type OsrmCaps,
  type OsrmService,
  optionsFor,
  osrmCaps,
  osrmSplit,
} from './capabilities.ts';
import { type DataSet, groupDataSets } from './data-sets.ts';
import { osrmLimits } from './limits.ts';

const osrmNames: OptionNames<OsrmOptions> = {
  baseUrl: 0,
  profiles: 0,
  avoid: 0,
  paths: 0,
  instructions: 0,
  post: 0,
  maxUrlLength: 0,
  limitGroups: 0,
  caps: 0,
  dangerouslyAllowHttp: 0,
  apiKey: 0,
  auth: 0,
  limits: 0,
};

export type {
  OsrmAvoidFeature,
  OsrmCapabilities,
  OsrmCaps,
  OsrmOptionSupport,
  OsrmService,
} from './capabilities.ts';

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
   * The path before the label of the profile, by service, for hosts in the style of Mapbox:
   * `{ route: '/directions/v5' }`. Without `nearest` the client has no `snap()` and no `nearest()`.
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

type ProfileOfOptions<Options extends OsrmOptions> = Options extends {
  readonly profiles: infer Given extends object;
}
  ? NamesOf<Given>
  : Options extends { readonly baseUrl: infer Given extends object }
    ? NamesOf<Given>
    : 'driving';

type NamesOf<Given> = Extract<Given extends readonly (infer Name)[] ? Name : keyof Given, Profile>;

type FeatureOfOptions<Options extends OsrmOptions> = Options extends {
  readonly avoid: readonly (infer Feature extends OsrmAvoidFeature)[];
}
  ? Feature
  : never;

type HasNearest<Options extends OsrmOptions> = Options extends { readonly paths: infer Paths extends object }
  ? Paths extends { readonly nearest: string }
    ? true
    : false
  : true;

/** The driver that `osrm()` creates: profiles and features as in its options. @public */
export type OsrmDriver<Options extends OsrmOptions = OsrmOptions> = RoutingDriver<
  OsrmCapabilities<ProfileOfOptions<Options>, FeatureOfOptions<Options>, HasNearest<Options>>
>;

/**
 * The driver of an OSRM server, and of hosts with the same API.
 *
 * Source: Project-OSRM/osrm-backend docs/http.md. @public
 *
 * @example
 * createRoutingClient({ driver: osrm({ baseUrl: 'http://localhost:5000' }) })
 * @throws ConfigurationError without a `baseUrl`
 */
export function osrm<const Options extends OsrmOptions>(
  options: Options = {} as Options,
): OsrmDriver<Options> {
  refuseUnknown(options, osrmNames, 'osrm()', meantOption);
  const isBare = options.apiKey === undefined && options.auth === undefined;
  const addresses = options.baseUrl ?? settingFromEnv('OSRM_BASE_URL', isBare ? undefined : 'baseUrl');
  if (addresses === undefined || addresses === '') throw noBaseUrl();
  const groups = groupDataSets(addresses, options.profiles);
  const capabilities = capabilitiesOf(options, groups.flat());
  const services = groups.map((sets) => driverOf(options, sets, capabilities));
  const driver = combineByProfile(services, groups, capabilities);
  // The options decide the names of profiles and features; their types say the same as their values.
  return driver as unknown as OsrmDriver<Options>;
}

function driverOf(options: OsrmOptions, sets: readonly DataSet[], capabilities: OsrmCapabilities) {
  const [{ baseUrl } = { baseUrl: '' }] = sets;
  const limitGroups = { ...options.limitGroups };
  const service = { name: 'osrm', baseUrl, limits: osrmLimits(baseUrl), limitGroups };
  return httpDriver({
    service: httpRoutingService(service, options),
    operations: async () => {
      const { loadOperations, classify } = await import('./operations.ts');
      const settings = { ...options, sets, caps: capabilities.caps };
      return { operations: await loadOperations(settings), classify };
    },
    capabilities,
  });
}

function capabilitiesOf(options: OsrmOptions, sets: readonly DataSet[]): OsrmCapabilities {
  const hasNearest = options.paths === undefined || options.paths.nearest !== undefined;
  return {
    directions: true,
    isochrones: false,
    matrix: true,
    snap: hasNearest,
    nearest: hasNearest,
    match: true,
    rawRequests: true,
    profiles: sets.map(({ profile }) => profile),
    options: optionsFor(options.avoid ?? []),
    caps: { ...osrmCaps, ...(options.post ? { waypoints: 500 } : {}), ...options.caps },
    split: osrmSplit,
  };
}

function noBaseUrl(): ConfigurationError {
  const message =
    "osrm() needs the server's address: set OSRM_BASE_URL, " +
    "or pass it as in osrm({ baseUrl: 'http://localhost:5000' }).";
  return new ConfigurationError({ message });
}
