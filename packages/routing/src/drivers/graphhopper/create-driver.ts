import {
  type Auth,
  type Constraint,
  type CredentialInput,
  credentialFrom,
  fromEnv,
  noAuth,
  queryKey,
  type ServiceDefinition,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, optionKinds, refuseUnknown, wordOption } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { httpRoutingRules, httpRoutingService, type RequestCaps, type RoutingDriver } from '../../driver.ts';
import type { OpenService } from '../../light/kit.ts';
import { hostedCapabilities, serverCapabilities } from './capabilities.ts';
import { creditsOf } from './credits.ts';
import { creditsPerMinute, type GraphHopperPlan, planLimits, planNames } from './service/limits.ts';
import { type GraphHopperProfileNames, ownProfiles } from './service/profiles.ts';
import type { ServerSettings } from './service/settings.ts';

const optionNames: OptionNames<GraphHopperOptions | GraphHopperServerOptions> = {
  apiKey: 0,
  plan: [`one of ${planNames.join(', ')}`, (value: unknown) => planNames.includes(value as GraphHopperPlan)],
  baseUrl: httpRoutingRules.baseUrl,
  auth: httpRoutingRules.auth,
  limits: httpRoutingRules.limits,
  caps: httpRoutingRules.caps,
  drivingSide: 0,
  dangerouslyAllowHttp: httpRoutingRules.dangerouslyAllowHttp,
  profileNames: /* @__PURE__ */ optionKinds.fields(ownProfiles, optionKinds.text),
  flexibleMode: optionKinds.flag,
};

/** The options of both forms of `graphhopper()`. @public */
export interface GraphHopperCommonOptions {
  /**
   * The place of the key: `headerKey(name)` for a gateway that expects it in a header.
   * @defaultValue `queryKey('key')`, the only place that the hosted service reads
   */
  readonly auth?: Auth | undefined;
  /** The limits of all requests together, instead of those of the plan. `[]` for none. */
  readonly limits?: readonly Constraint[] | undefined;
  /** The largest request, if it differs from the published one. */
  readonly caps?: Partial<RequestCaps> | undefined;
  /**
   * The side of the road that vehicles drive on: `side: 'same'` of a waypoint is this one.
   * @defaultValue 'right'
   */
  readonly drivingSide?: 'right' | 'left' | undefined;
}

/** The options of `graphhopper()`, the hosted service. @public */
export interface GraphHopperOptions extends GraphHopperCommonOptions {
  /**
   * The API key.
   * @defaultValue the environment's GRAPHHOPPER_API_KEY, else ROUTING_API_KEY
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The plan of the key. It sets the credits of a minute and the largest requests.
   * @defaultValue 'free'
   */
  readonly plan?: GraphHopperPlan | undefined;
  /**
   * Not for the hosted service, whose address is known: the environment's `GRAPHHOPPER_BASE_URL` replaces it
   * by one on this machine.
   */
  readonly baseUrl?: undefined;
}

/** The options of `graphhopper({ baseUrl })`, a server of your own. @public */
export interface GraphHopperServerOptions extends GraphHopperCommonOptions {
  /** The base URL of the server: `http://localhost:8989`. */
  readonly baseUrl: string;
  /**
   * Allows plain `http` to another machine, which sends the key unencrypted. For a server inside your own
   * network (`http://graphhopper:8989`).
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The key of a gateway before the server. GraphHopper itself needs none. */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The names of profiles in the server's configuration, where they differ: `{ driving: 'my_car' }`.
   * @defaultValue those of the hosted service: `car`, `truck`, `bike`, `foot`, …
   */
  readonly profileNames?: GraphHopperProfileNames | undefined;
  /**
   * Sends `ch.disable` with every route, for servers with profiles that have no contraction hierarchies.
   * Options that need it are sent with it in any case.
   * @defaultValue false
   */
  readonly flexibleMode?: boolean | undefined;
}

const hostedUrl = 'https://graphhopper.com/api/1';

/** The driver of both entries. @throws ConfigurationError */
export function createGraphHopper(
  options: GraphHopperOptions | GraphHopperServerOptions,
  open: OpenService<ServerSettings>,
): RoutingDriver {
  refuseUnknown(options, optionNames, 'graphhopper()', meantOption);
  return options.baseUrl === undefined ? createHosted(options, open) : createServer(options, open);
}

function createHosted(options: GraphHopperOptions, open: OpenService<ServerSettings>): RoutingDriver {
  const { plan = 'free', limits, caps, apiKey } = options;
  const parts = {
    baseUrl: settingFromEnv('GRAPHHOPPER_BASE_URL', 'baseUrl') ?? hostedUrl,
    credential: credentialFrom(apiKey, fromEnv('GRAPHHOPPER_API_KEY', 'ROUTING_API_KEY')),
    ...(limits === undefined ? planLimits(plan) : { limits }),
  };
  const settings = settingsOf(options, creditsPerMinute(plan));
  const driver = open(serviceOf(options, parts), settings, hostedCapabilities(plan, caps));
  return { ...driver, creditsOf };
}

function createServer(options: GraphHopperServerOptions, open: OpenService<ServerSettings>): RoutingDriver {
  const { baseUrl, apiKey: credential, limits = [] } = options;
  const service = serviceOf(options, { baseUrl, credential, limits });
  return open(service, settingsOf(options, undefined), serverCapabilities(options.caps));
}

type Options = GraphHopperOptions & Partial<Omit<GraphHopperServerOptions, keyof GraphHopperOptions>>;

function serviceOf(
  given: GraphHopperOptions | GraphHopperServerOptions,
  parts: Pick<ServiceDefinition, 'baseUrl' | 'credential' | 'limits' | 'limitGroups'>,
): ServiceDefinition {
  const { auth, dangerouslyAllowHttp } = given as Options;
  const service = { name: 'graphhopper', auth: parts.credential === undefined ? noAuth() : queryKey('key') };
  return httpRoutingService({ ...service, ...parts }, { auth, dangerouslyAllowHttp });
}

function settingsOf(
  given: GraphHopperOptions | GraphHopperServerOptions,
  creditsPerMinute: number | undefined,
): ServerSettings {
  const { profileNames = {}, flexibleMode = false, drivingSide: side } = given as Options;
  const drivingSide = wordOption('graphhopper(): drivingSide', side, ['right', 'left'], 'right');
  return { profileNames, flexibleMode, drivingSide, creditsPerMinute };
}
