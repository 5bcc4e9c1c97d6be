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
import type { OptionSupport, RequestCaps, RoutingCapabilities } from '../../model/capabilities.ts';
import { vehicleFields } from '../../model/vehicle.ts';
import { hostedCaps, type OpenrouteservicePlan, planLimits, readRates, selfHostedCaps } from './limits.ts';
import {
  avoidFeatures,
  type OpenrouteserviceAvoidFeature,
  type OpenrouteserviceProfile,
  profiles,
} from './profiles.ts';

export type { OpenrouteservicePlan } from './limits.ts';
export type { OpenrouteserviceAvoidFeature, OpenrouteserviceProfile } from './profiles.ts';

/** The options of `openrouteservice()`. @public */
export interface OpenrouteserviceOptions {
  /**
   * The API key.
   *
   * @defaultValue the environment's OPENROUTESERVICE_API_KEY, else ROUTING_API_KEY; none with a `baseUrl`
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The base URL of your own server: `http://localhost:8082/ors`.
   *
   * @defaultValue the environment's `OPENROUTESERVICE_BASE_URL` if that is on this machine, else the hosted
   * service
   */
  readonly baseUrl?: string | undefined;
  /**
   * Allows plain `http` to another machine, which sends the key unencrypted. For a server inside your own
   * network (`http://ors:8082/ors`).
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
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
  /**
   * The limits of all endpoints together, instead of the limits of the plan. `[]` for none.
   */
  readonly limits?: readonly Constraint[] | undefined;
  /** The largest request, if it differs from the published one. */
  readonly caps?: Partial<RequestCaps> | undefined;
}

/** The capabilities of openrouteservice, as a type. @public */
export interface OpenrouteserviceCapabilities extends RoutingCapabilities {
  readonly profiles: readonly OpenrouteserviceProfile[];
  readonly options: OptionSupport<OpenrouteserviceAvoidFeature> & { readonly matrixAvoid: false };
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: true;
  readonly rawRequests: true;
}

/** The driver that `openrouteservice()` creates. @public */
export type OpenrouteserviceDriver = RoutingDriver<OpenrouteserviceCapabilities>;

const hostedUrl = 'https://api.heigit.org/openrouteservice';

/**
 * The driver of openrouteservice, hosted by HeiGIT or on your own server.
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
    // The variable changes only the address: the limits and the key stay those of the hosted service.
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

// The environment's key belongs to the hosted service: another host gets a key only from the options.
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
    throw new ConfigurationError({
      message: "openrouteservice(): plan must be 'standard' or 'collaborative'.",
    });
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
    // The engine computes leg by leg and pair by pair: a split changes nothing.
    split: { directions: 'chunks', matrix: 'tiles' },
  };
}
