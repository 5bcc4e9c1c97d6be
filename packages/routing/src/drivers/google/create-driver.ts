import {
  type Auth,
  type CredentialInput,
  credentialFrom,
  fromEnv,
  headerKey,
  perMinute,
  type ServiceDefinition,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown, textsOption, wordOption } from '@org/core/basics';
import { type DriverSession, type EngineOptions, meantOption } from '@org/core/driver';
import {
  httpRoutingRules,
  httpRoutingService,
  type RequestCaps,
  type RoutingDriver,
  type RoutingOperations,
} from '../../driver.ts';
import type { OpenService } from '../../light/kit.ts';
import { capabilitiesOf, creditsOf } from './capabilities.ts';
import type { GoogleSettings } from './request.ts';

const googleNames: OptionNames<GoogleOptions> = {
  apiKey: 0,
  traffic: 0,
  fields: 0,
  quotas: 0,
  caps: httpRoutingRules.caps,
  auth: httpRoutingRules.auth,
  baseUrl: httpRoutingRules.baseUrl,
};

const quotaNames: OptionNames<GoogleQuotas> = { directions: 0, elements: 0, isochrones: 0 };

/** The quotas of a project, a minute: what the Google Cloud console shows. @public */
export interface GoogleQuotas {
  /** Requests for directions. @defaultValue 3000 */
  readonly directions?: number | undefined;
  /** Elements of matrices: origins times destinations. @defaultValue 3000 */
  readonly elements?: number | undefined;
  /** Requests for isochrones. @defaultValue 600 */
  readonly isochrones?: number | undefined;
}

/** The options of `google()`. @public */
export interface GoogleOptions {
  /** The API key. @defaultValue the environment's `GOOGLE_MAPS_API_KEY`, else `ROUTING_API_KEY` */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * Durations of motor vehicles with the traffic of the moment, at a higher price. `optimal`: slower, and
   * with at most 100 cells of a matrix in a request.
   * @defaultValue false: the routing preference `TRAFFIC_UNAWARE`
   */
  readonly traffic?: boolean | 'optimal' | undefined;
  /**
   * Further fields of the responses, as in a field mask: `['routes.description']`, and for matrices
   * `['localizedValues']`. They are in `raw` with `includeRaw`, and may raise the price.
   */
  readonly fields?: readonly string[] | undefined;
  /** The quotas of your project. */
  readonly quotas?: GoogleQuotas | undefined;
  /** The largest request, if it differs from the published one. */
  readonly caps?: Partial<RequestCaps> | undefined;
  /** The place of the key; `bearerAuth()` for an OAuth token. @defaultValue `headerKey('x-goog-api-key')` */
  readonly auth?: Auth | undefined;
  /**
   * The address of a proxy in front of both APIs.
   *
   * @defaultValue the environment's `GOOGLE_MAPS_BASE_URL` if that is on this machine, else
   * `https://routes.googleapis.com`, and `https://isochrones.googleapis.com` for isochrones
   */
  readonly baseUrl?: string | undefined;
}

/** The driver of both entries: one of two hosts. @throws ConfigurationError */
export function createGoogle(options: GoogleOptions, open: OpenService<GoogleSettings>): RoutingDriver {
  refuseUnknown(options, googleNames, 'google()', meantOption);
  const { apiKey, quotas = {}, caps, auth } = options;
  refuseUnknown(quotas, quotaNames, 'google({ quotas })', meantOption);
  const traffic = wordOption('google(): traffic', options.traffic, [true, false, 'optimal'], false);
  const fields = textsOption('google(): fields', options.fields);
  const baseUrl = options.baseUrl ?? settingFromEnv('GOOGLE_MAPS_BASE_URL', 'baseUrl');
  const { directions = 3000, elements = 3000, isochrones = 600 } = quotas;
  const capabilities = capabilitiesOf(traffic, caps, { directions, elements, isochrones });
  const credential = credentialFrom(apiKey, fromEnv('GOOGLE_MAPS_API_KEY', 'ROUTING_API_KEY'));
  const openHost = (host: string, limitGroups: ServiceDefinition['limitGroups']) => {
    const address = { baseUrl: baseUrl ?? `https://${host}.googleapis.com`, limitGroups };
    const service = { name: 'google', auth: headerKey('x-goog-api-key'), credential, ...address };
    return open(httpRoutingService(service, { auth }), { traffic, fields }, capabilities);
  };
  const routes = openHost('routes', { directions: [perMinute(directions)], matrix: [perMinute(elements)] });
  const areas = openHost('isochrones', { isochrones: [perMinute(isochrones)] });
  return {
    ...routes,
    creditsOf,
    open: (given) => combine(sessionOf(routes, given), sessionOf(areas, given)),
  };
}

type Session = DriverSession<RoutingOperations>;

function sessionOf(driver: RoutingDriver, options: EngineOptions): Session {
  // The service has the operations of its API; the type of the driver says nothing about them.
  return driver.open(options) as unknown as Session;
}

/** One session of two hosts. */
function combine(routes: Session, areas: Session): Session {
  return {
    execute: async (name, input, callOptions) =>
      (name === 'isochrones' ? areas : routes).execute(name, input, callOptions),
    // A request of the caller's own goes to the Routes API.
    request: routes.request,
    preload: () => routes.preload?.(),
    close: async () => {
      await Promise.all([routes.close(), areas.close()]);
    },
  };
}
