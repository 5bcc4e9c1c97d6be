import {
  type Auth,
  ConfigurationError,
  type Constraint,
  type CredentialInput,
  credentialFrom,
  fromEnv,
  noAuth,
  queryKey,
  type ServiceDefinition,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown, wordOption } from '@org/core/basics';
import { httpDriver, meantOption } from '@org/core/driver';
import { httpRoutingService, type RequestCaps } from '../../driver.ts';
import {
  type GraphHopperDriver,
  type GraphHopperServerDriver,
  hostedCapabilities,
  serverCapabilities,
} from './capabilities.ts';
import { creditsOf } from './credits.ts';
import { creditsPerMinute, type GraphHopperPlan, planLimits, planNames } from './service/limits.ts';
import type { GraphHopperProfileNames } from './service/profiles.ts';

const optionNames: OptionNames<GraphHopperOptions | GraphHopperServerOptions> = {
  apiKey: 0,
  plan: 0,
  baseUrl: 0,
  auth: 0,
  limits: 0,
  caps: 0,
  drivingSide: 0,
  dangerouslyAllowHttp: 0,
  profileNames: 0,
  flexibleMode: 0,
};

export type {
  GraphHopperCapabilities,
  GraphHopperDriver,
  GraphHopperOptionSupport,
  GraphHopperServerCapabilities,
  GraphHopperServerDriver,
  GraphHopperServerOptionSupport,
} from './capabilities.ts';
export type { GraphHopperPlan } from './service/limits.ts';
export type {
  GraphHopperAvoidFeature,
  GraphHopperProfile,
  GraphHopperServerProfile,
} from './service/profiles.ts';

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

/**
 * The driver of GraphHopper: the hosted service, or a server of your own. The server has no matrices, no
 * optimisation and no geocoding.
 *
 * Source: GraphHopper Directions API; graphhopper/graphhopper docs, "Web API". @public
 *
 * @example
 * createRoutingClient({ driver: graphhopper() })
 */
export function graphhopper(options?: GraphHopperOptions): GraphHopperDriver;
/** @public */
export function graphhopper(options: GraphHopperServerOptions): GraphHopperServerDriver;
export function graphhopper(
  options: GraphHopperOptions | GraphHopperServerOptions = {},
): GraphHopperDriver | GraphHopperServerDriver {
  refuseUnknown(options, optionNames, 'graphhopper()', meantOption);
  return options.baseUrl === undefined ? createHosted(options) : createServer(options);
}

function createHosted(options: GraphHopperOptions): GraphHopperDriver {
  const { plan = 'free', limits, caps, apiKey } = options;
  if (!planNames.includes(plan))
    throw new ConfigurationError({ message: `graphhopper(): plan must be one of ${planNames.join(', ')}.` });
  const parts = {
    baseUrl: settingFromEnv('GRAPHHOPPER_BASE_URL', 'baseUrl') ?? hostedUrl,
    credential: credentialFrom(apiKey, fromEnv('GRAPHHOPPER_API_KEY', 'ROUTING_API_KEY')),
    ...(limits === undefined ? planLimits(plan) : { limits }),
  };
  const driver = createHttp(options, parts, creditsPerMinute(plan), hostedCapabilities(plan, caps));
  return { ...driver, creditsOf };
}

function createServer(options: GraphHopperServerOptions): GraphHopperServerDriver {
  const { baseUrl, apiKey: credential, limits = [] } = options;
  const parts = { baseUrl, credential, limits };
  return createHttp(options, parts, undefined, serverCapabilities(options.caps));
}

function createHttp<const Capabilities>(
  { auth, drivingSide: side, ...more }: GraphHopperOptions | GraphHopperServerOptions,
  parts: Pick<ServiceDefinition, 'baseUrl' | 'credential' | 'limits' | 'limitGroups'>,
  creditsPerMinute: number | undefined,
  capabilities: Capabilities,
) {
  const own: Partial<GraphHopperServerOptions> = more as object;
  const { profileNames = {}, flexibleMode = false, dangerouslyAllowHttp } = own;
  const drivingSide = wordOption('graphhopper(): drivingSide', side, ['right', 'left'], 'right');
  const settings = { profileNames, flexibleMode, drivingSide, creditsPerMinute };
  const service = { name: 'graphhopper', auth: parts.credential === undefined ? noAuth() : queryKey('key') };
  return httpDriver({
    service: httpRoutingService({ ...service, ...parts }, { auth, dangerouslyAllowHttp }),
    operations: async () => {
      const { operationsOf, ...readers } = await import('./operations.ts');
      return { operations: operationsOf(settings), ...readers };
    },
    capabilities,
  });
}
