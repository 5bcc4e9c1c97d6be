import {
  type Auth,
  ConfigurationError,
  type Constraint,
  type CredentialInput,
  credentialFrom,
  defineService,
  fromEnv,
  headerKey,
  noAuth,
  perMinute,
  type ServiceDefinition,
  settingFromEnv,
} from '@org/core';
import { httpDriver } from '@org/core/driver';
import type { RoutingDriver } from '../../driver.ts';
import { product } from '../../internal/product.ts';
import { vehicleFields } from '../../model/avoid.ts';
import type { OptionSupport, RequestCaps, RoutingCapabilities } from '../../model/capabilities.ts';
import { hostedCaps, type OpenrouteservicePlan, planLimits, readRates, selfHostedCaps } from './limits.ts';
import {
  avoidFeatures,
  type OpenrouteserviceAvoidFeature,
  type OpenrouteserviceProfile,
  profiles,
} from './profiles.ts';

export type { OpenrouteservicePlan } from './limits.ts';
export type { OpenrouteserviceAvoidFeature, OpenrouteserviceProfile } from './profiles.ts';

/** Which server, with which key and plan. @public */
export interface OpenrouteserviceOptions {
  /**
   * @defaultValue the environment's OPENROUTESERVICE_API_KEY, else ROUTING_API_KEY; none for a server of your
   * own
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * A server of your own: `http://localhost:8082/ors`.
   *
   * @defaultValue the environment's `OPENROUTESERVICE_BASE_URL` if that is on this machine, else the hosted
   * service
   */
  readonly baseUrl?: string | undefined;
  /**
   * Plain `http` to a machine other than this one, key included if there is one. For a server inside a
   * network of your own (`http://ors:8082/ors`), where nobody else listens.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /**
   * Where the key goes: `queryKey('api_key')` for gateways that want it in the query. @defaultValue
   * `headerKey('Authorization')`, the bare key
   */
  readonly auth?: Auth | undefined;
  /**
   * Plan of the key at the hosted service; says how many requests a minute it allows to each endpoint.
   * @defaultValue 'standard'
   */
  readonly plan?: OpenrouteservicePlan | undefined;
  /**
   * How often it may be asked, all endpoints together, instead of the plan's numbers; `[]` for as often as
   * you like.
   */
  readonly limits?: readonly Constraint[] | undefined;
  /** How much it takes in one request, where it differs from what is published. */
  readonly caps?: Partial<RequestCaps> | undefined;
}

/** What openrouteservice can do, as a type. @public */
export interface OpenrouteserviceCapabilities extends RoutingCapabilities {
  readonly profiles: readonly OpenrouteserviceProfile[];
  readonly options: OptionSupport<OpenrouteserviceAvoidFeature> & { readonly matrixAvoid: false };
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: true;
  readonly rawRequests: true;
}

/** What `openrouteservice()` makes. @public */
export type OpenrouteserviceDriver = RoutingDriver<OpenrouteserviceCapabilities>;

const hostedUrl = 'https://api.heigit.org/openrouteservice';

/**
 * openrouteservice, hosted by HeiGIT or by yourself.
 *
 * Source: openrouteservice API reference; plans and restrictions as published at openrouteservice.org.
 *
 * @example
 * createRoutingClient({ driver: openrouteservice() })
 * @public
 */
export function openrouteservice(options: OpenrouteserviceOptions = {}): OpenrouteserviceDriver {
  const service = defineService({
    name: 'openrouteservice',
    // The variable changes the address alone: limits and key stay those of the hosted service, for which it
    // stands.
    baseUrl: options.baseUrl ?? settingFromEnv('OPENROUTESERVICE_BASE_URL', 'baseUrl') ?? hostedUrl,
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    ...accessOf(options),
    ...ratesOf(options),
    readRates,
    product,
    timeoutMs: 60_000,
  });
  return httpDriver({
    service,
    operations: () => import('./operations.ts'),
    capabilities: capabilitiesOf(options),
  });
}

// The environment's key belongs to the hosted service: another host gets a key only when it is handed one.
function accessOf({
  apiKey,
  auth,
  baseUrl,
}: OpenrouteserviceOptions): Pick<ServiceDefinition, 'auth' | 'credential'> {
  if (baseUrl !== undefined && apiKey === undefined) return { auth: auth ?? noAuth() };
  const credential = credentialFrom(apiKey, fromEnv('OPENROUTESERVICE_API_KEY', 'ROUTING_API_KEY'));
  return { auth: auth ?? headerKey('Authorization'), credential };
}

function ratesOf({
  limits,
  plan,
  baseUrl,
}: OpenrouteserviceOptions): Pick<ServiceDefinition, 'limits' | 'limitGroups'> {
  if (limits !== undefined) return { limits };
  if (baseUrl !== undefined && plan === undefined) return { limits: [perMinute(100)] };
  if (plan !== undefined && plan !== 'standard' && plan !== 'collaborative') {
    throw new ConfigurationError({ message: "plan must be 'standard' or 'collaborative'." });
  }
  return { limitGroups: planLimits(plan ?? 'standard') };
}

function capabilitiesOf({ baseUrl, caps }: OpenrouteserviceOptions): OpenrouteserviceCapabilities {
  return {
    directions: true,
    isochrones: true,
    matrix: true,
    snap: true,
    rawRequests: true,
    profiles,
    options: {
      avoidFeatures,
      avoidAreas: true,
      vehicle: { truck: vehicleFields, bus: vehicleFields, other: [] },
      elevation: true,
      continueStraight: true,
      matrixAvoid: false,
    },
    caps: { ...(baseUrl === undefined ? hostedCaps : selfHostedCaps), ...caps },
    // It computes leg by leg and pair by pair: cuts change nothing.
    split: { directions: 'chunks', matrix: 'tiles' },
  };
}
