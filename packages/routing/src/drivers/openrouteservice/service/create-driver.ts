import {
  type Auth,
  ConfigurationError,
  type Constraint,
  type CredentialInput,
  credentialFrom,
  fromEnv,
  headerKey,
  noAuth,
  perMinute,
  type ServiceDefinition,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, optionKinds, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import {
  type HttpRoutingOptions,
  httpRoutingRules,
  httpRoutingService,
  type RequestCaps,
  type RoutingDriver,
} from '../../../driver.ts';
import type { OpenService } from '../../../light/kit.ts';
import {
  engineMethods,
  hostedCaps,
  type OpenrouteserviceCapabilities,
  type OpenrouteserviceServerCapabilities,
  openrouteserviceOptions,
  selfHostedCaps,
} from '../capabilities.ts';
import { type OpenrouteserviceProfileNames, profiles } from '../profiles.ts';
import { type OpenrouteservicePlan, planLimits, planRates } from './limits.ts';
import type { Layout, OpenrouteserviceHost, OpenrouteservicePaths } from './paths.ts';

const optionNames: OptionNames<OpenrouteserviceOptions> = {
  apiKey: 0,
  baseUrl: httpRoutingRules.baseUrl,
  host: 0,
  paths: /* @__PURE__ */ optionKinds.fields(
    ['engine', 'geocoding', 'pois', 'elevation', 'optimization'],
    optionKinds.text,
  ),
  auth: httpRoutingRules.auth,
  plan: 0,
  limits: httpRoutingRules.limits,
  caps: httpRoutingRules.caps,
  dangerouslyAllowHttp: httpRoutingRules.dangerouslyAllowHttp,
  profileNames: /* @__PURE__ */ optionKinds.fields(profiles, optionKinds.text),
};

/** The options of `openrouteservice()`. @public */
export interface OpenrouteserviceOptions extends HttpRoutingOptions {
  /**
   * The API key.
   *
   * @defaultValue the environment's OPENROUTESERVICE_API_KEY, else ROUTING_API_KEY; none with a `baseUrl`
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The address of your own server: `http://localhost:8082/ors`. It has the engine alone: directions, round
   * trips, isochrones, matrices, snapping, export and status. `paths` adds other services.
   *
   * @defaultValue the environment's `OPENROUTESERVICE_BASE_URL` if that is on this machine, else the hosted
   * service
   */
  readonly baseUrl?: string | undefined;
  /** The host of the hosted service. @defaultValue 'api.heigit.org' */
  readonly host?: OpenrouteserviceHost | undefined;
  /** The paths of the services, where they differ from those of the host. */
  readonly paths?: OpenrouteservicePaths | undefined;
  /**
   * The place of the key: `queryKey('api_key')` for gateways that expect it in the query.
   *
   * @defaultValue `headerKey('Authorization')`, the bare key
   */
  readonly auth?: Auth | undefined;
  /**
   * The plan of the key at the hosted service. It sets the requests a minute for each endpoint.
   * @defaultValue 'standard'
   */
  readonly plan?: OpenrouteservicePlan | undefined;
  /** The limits of all endpoints together, instead of the limits of the plan. `[]` for none. */
  readonly limits?: readonly Constraint[] | undefined;
  /**
   * The names of profiles in the configuration of your own server: `{ driving: 'electric-car' }`, and
   * `{ walking: 'public-transport' }` for timetables.
   * @defaultValue those of the hosted service: `driving-car`, `driving-hgv`, `foot-walking`, …
   */
  readonly profileNames?: OpenrouteserviceProfileNames | undefined;
  /** The largest request, if it differs from the published one. */
  readonly caps?: Partial<RequestCaps> | undefined;
}

/** The options of `openrouteservice()` with your own server, which has the engine alone. @public */
export interface OpenrouteserviceServerOptions extends OpenrouteserviceOptions {
  /** The address of your own server: `http://localhost:8082/ors`. */
  readonly baseUrl: string;
  readonly host?: undefined;
  readonly paths?: undefined;
}

/** The options of `openrouteservice()` with the hosted service, or with `paths` of your own. @public */
export type OpenrouteserviceHostedOptions = OpenrouteserviceOptions &
  ({ readonly baseUrl?: undefined } | { readonly paths: OpenrouteservicePaths });

/** What the operations of a deployment depend on. */
export interface OpenrouteserviceSettings extends Pick<OpenrouteserviceOptions, 'paths' | 'profileNames'> {
  readonly layout: Layout;
}

/** The driver of both entries. @throws ConfigurationError */
export function createOpenrouteservice(
  options: OpenrouteserviceOptions,
  open: OpenService<OpenrouteserviceSettings>,
): RoutingDriver {
  refuseUnknown(options, optionNames, 'openrouteservice()', meantOption);
  const { paths, profileNames } = options;
  const { baseUrl, layout } = addressOf(options);
  const plan = planOf(options);
  const service = httpRoutingService(
    { name: 'openrouteservice', baseUrl, ...accessOf(options), ...limitsOf(options, plan) },
    options,
  );
  return open(service, { layout, paths, profileNames }, capabilitiesOf(options, plan));
}

// The variable changes only the address: the limits and the key stay those of the hosted service.
function addressOf({ baseUrl, host }: OpenrouteserviceOptions): { baseUrl: string; layout: Layout } {
  if (baseUrl !== undefined) return { baseUrl, layout: 'engine' };
  if (host === undefined) {
    const local = settingFromEnv('OPENROUTESERVICE_BASE_URL', 'baseUrl');
    if (local !== undefined) return { baseUrl: local, layout: 'classic' };
  }
  if (host === oldHost) return { baseUrl: `https://${host}`, layout: 'classic' };
  if (host === undefined || host === newHost) return { baseUrl: `https://${newHost}`, layout: 'heigit' };
  throw wrongOption(`host must be '${newHost}' or '${oldHost}'; for a server of your own pass baseUrl`);
}

const newHost = 'api.heigit.org';
const oldHost = 'api.openrouteservice.org';

function wrongOption(problem: string): ConfigurationError {
  return new ConfigurationError({ message: `openrouteservice(): ${problem}.` });
}

// The environment's key belongs to the hosted service: another host gets a key only from the options.
function accessOf({
  apiKey,
  baseUrl,
}: OpenrouteserviceOptions): Pick<ServiceDefinition, 'auth' | 'credential'> {
  if (baseUrl !== undefined && apiKey === undefined) return { auth: noAuth() };
  const credential = credentialFrom(apiKey, fromEnv('OPENROUTESERVICE_API_KEY', 'ROUTING_API_KEY'));
  return { auth: headerKey('Authorization'), credential };
}

/** The plan of the key; none on a server of the user that has no plans. */
function planOf({ plan, baseUrl }: OpenrouteserviceOptions): OpenrouteservicePlan | undefined {
  if (plan === undefined) return baseUrl === undefined ? 'standard' : undefined;
  if (plan === 'standard' || plan === 'collaborative') return plan;
  throw wrongOption("plan must be 'standard' or 'collaborative'");
}

function limitsOf(
  { limits }: OpenrouteserviceOptions,
  plan: OpenrouteservicePlan | undefined,
): Pick<ServiceDefinition, 'limits' | 'limitGroups'> {
  if (limits !== undefined) return {};
  return plan === undefined ? { limits: [perMinute(100)] } : { limitGroups: planLimits(plan) };
}

function capabilitiesOf(
  { baseUrl, paths, caps }: OpenrouteserviceOptions,
  plan: OpenrouteservicePlan | undefined,
): OpenrouteserviceCapabilities | OpenrouteserviceServerCapabilities {
  const engine = {
    ...engineMethods,
    profiles,
    options: openrouteserviceOptions,
    caps: { ...(baseUrl === undefined ? hostedCaps : selfHostedCaps), ...caps },
    // The engine computes leg by leg and pair by pair: a split changes nothing.
    split: { directions: 'chunks', matrix: 'tiles', wholeOptions: { isochrones: ['intersections'] } },
    ...(plan === undefined ? {} : { rates: planRates(plan) }),
  } as const;
  const isEngineOnly = baseUrl !== undefined && paths === undefined;
  return isEngineOnly
    ? { ...engine, ...companions(false), status: true }
    : { ...engine, ...companions(true), status: false };
}

// The companion services of the engine.
function companions<Offered extends boolean>(offered: Offered) {
  return {
    elevation: offered,
    optimize: offered,
    geocode: offered,
    reverseGeocode: offered,
    pois: offered,
  };
}
