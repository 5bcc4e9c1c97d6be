import {
  type Auth,
  type Constraint,
  credentialFrom,
  fromEnv,
  perMinute,
  queryKey,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown, wordOption } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import {
  type HttpRoutingOptions,
  httpRoutingRules,
  httpRoutingService,
  type RequestCaps,
  type RoutingDriver,
} from '../../driver.ts';
import type { OpenService } from '../../light/kit.ts';
import {
  methodsOf,
  type ValhallaHostCapabilities,
  valhallaCaps,
  valhallaOptions,
  valhallaSplit,
} from '../valhalla/capabilities.ts';
import { profiles, type ValhallaProfile } from '../valhalla/costing.ts';
import type { ValhallaRequest } from '../valhalla/locations.ts';
import type { ValhallaSettings } from '../valhalla/service/define-read.ts';
import { adapt } from './wire.ts';

const stadiaNames: OptionNames<StadiaOptions> = {
  apiKey: 0,
  region: 0,
  traffic: 0,
  auth: httpRoutingRules.auth,
  limits: httpRoutingRules.limits,
  caps: httpRoutingRules.caps,
  baseUrl: httpRoutingRules.baseUrl,
};

/** The options of `stadia()`. @public */
export interface StadiaOptions {
  /** The API key. @defaultValue the environment's `STADIA_API_KEY`, else `ROUTING_API_KEY` */
  readonly apiKey?: HttpRoutingOptions['apiKey'];
  /** `eu`: the host whose data stays in the European Union. @defaultValue 'world' */
  readonly region?: 'world' | 'eu' | undefined;
  /**
   * Durations with traffic for `driving`, `truck` and `bus`, where the plan has them.
   * @defaultValue false
   */
  readonly traffic?: boolean | 'premium' | undefined;
  /**
   * The place of the key: `headerKey('authorization', { scheme: 'Stadia-Auth' })`.
   * @defaultValue `queryKey('api_key')`
   */
  readonly auth?: Auth | undefined;
  /** The rate of all requests; `[]` for none. @defaultValue 100 a minute: the service publishes no rate */
  readonly limits?: readonly Constraint[] | undefined;
  /** The largest request of your plan. */
  readonly caps?: Partial<RequestCaps> | undefined;
  /** @defaultValue the environment's `STADIA_BASE_URL` if that is on this machine, else that of `region` */
  readonly baseUrl?: string | undefined;
}

// Source: stadiamaps/stadiamaps-api-ts, src/generated/apis/RoutingApi.ts (a2412ee, 2026-04).
const paths = {
  route: '/route/v1',
  optimized_route: '/optimized_route/v1',
  isochrone: '/isochrone/v1',
  sources_to_targets: '/matrix/v1',
  locate: '/nearest_roads/v1',
  height: '/elevation/v1',
  trace_route: '/map_match/v1',
  trace_attributes: '/trace_attributes/v1',
} as const;

/** The capabilities of Stadia Maps, as a type. @public */
export interface StadiaCapabilities extends ValhallaHostCapabilities<typeof paths> {
  readonly profiles: readonly Exclude<ValhallaProfile, 'wheelchair'>[];
}

const hosts = { world: 'https://api.stadiamaps.com', eu: 'https://api-eu.stadiamaps.com' };

/** The driver of both entries. @throws ConfigurationError */
export function createStadia(options: StadiaOptions, open: OpenService<ValhallaSettings>): RoutingDriver {
  refuseUnknown(options, stadiaNames, 'stadia()', meantOption);
  const { apiKey, auth, limits, caps } = options;
  const region = wordOption('stadia(): region', options.region, ['world', 'eu'], 'world');
  const traffic = wordOption('stadia(): traffic', options.traffic, [true, false, 'premium'], false);
  const baseUrl = options.baseUrl ?? settingFromEnv('STADIA_BASE_URL', 'baseUrl') ?? hosts[region];
  const definition = {
    name: 'stadia',
    baseUrl,
    auth: queryKey('api_key'),
    credential: credentialFrom(apiKey, fromEnv('STADIA_API_KEY', 'ROUTING_API_KEY')),
    limits: [perMinute(100)],
  };
  const settings = { paths, adapt: (request: ValhallaRequest) => adapt(request, traffic) };
  return open(httpRoutingService(definition, { auth, limits }), settings, {
    ...methodsOf(paths),
    rawRequests: true,
    // `type: wheelchair` is not in the description of the service.
    profiles: profiles.filter((profile) => profile !== 'wheelchair'),
    options: valhallaOptions,
    caps: { ...valhallaCaps, ...caps },
    split: valhallaSplit,
  });
}
