import {
  bearerAuth,
  ConfigurationError,
  credentialFrom,
  fromEnv,
  perMinute,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { httpDriver, meantOption } from '@org/core/driver';
import { type HttpRoutingOptions, httpRoutingService, type RoutingDriver } from '../../driver.ts';
import { scalesOf } from '../../tables/index.ts';
import { capabilitiesOf, type GenericCapabilities } from './capabilities.ts';
import type { GenericService } from './table.ts';

export type { GenericCapabilities, GenericOptionSupport } from './capabilities.ts';
export type {
  GenericDirections,
  GenericIsochrones,
  GenericMatrix,
  GenericService,
  GenericSnap,
} from './table.ts';

/** The key, and another address of the service. @public */
export interface GenericOptions extends Pick<HttpRoutingOptions, 'dangerouslyAllowHttp'> {
  /**
   * The service's key.
   *
   * @defaultValue for a service named `acme`, the environment's `ACME_API_KEY`, else `ROUTING_API_KEY`; for
   * another `baseUrl` than that of the table only this option
   */
  readonly apiKey?: HttpRoutingOptions['apiKey'];
  /** @defaultValue the environment's `ACME_BASE_URL` if that is on this machine, else that of the table */
  readonly baseUrl?: string | undefined;
}

const optionNames: OptionNames<GenericOptions> = { apiKey: 0, baseUrl: 0, dangerouslyAllowHttp: 0 };

/**
 * Routes with any REST service that a table describes: `POST /v1/directions`, `GET /v1/matrix`, … Operations,
 * profiles and options that the table does not have are refused by the compiler, and before a request.
 *
 * @example
 * const acme = generic({
 *   name: 'acme',
 *   baseUrl: 'https://api.acme.example',
 *   profiles: { driving: 'car' },
 *   directions: {
 *     path: '/v1/directions',
 *     fields: { waypoints: 'coordinates', profile: 'profile' },
 *     routes: { items: 'routes', distance: 'distance', duration: 'duration', geometry: 'geometry' },
 *   },
 * });
 * @public
 */
export function generic<const Service extends GenericService>(
  service: Service,
  options: GenericOptions = {},
): RoutingDriver<GenericCapabilities<Service>> {
  if (typeof service?.name !== 'string' || service.profiles === undefined)
    throw new ConfigurationError({
      message: 'generic() takes a table: { name, baseUrl, profiles }, and then options.',
    });
  refuseUnknown(options, optionNames, 'generic()', meantOption);
  scalesOf(service.units);
  const { name, auth = bearerAuth(), limits = [perMinute(100)], requestIdHeader = 'x-request-id' } = service;
  const { apiKey, baseUrl, dangerouslyAllowHttp } = options;
  const variable = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  // A key of the environment goes to the service of the table, or to this machine.
  const named = fromEnv(`${variable}_API_KEY`, 'ROUTING_API_KEY');
  const definition = {
    name,
    baseUrl: baseUrl ?? settingFromEnv(`${variable}_BASE_URL`, 'baseUrl') ?? service.baseUrl,
    auth,
    credential: baseUrl === undefined ? credentialFrom(apiKey, named) : apiKey,
    limits,
    requestIdHeaders: [requestIdHeader],
  };
  const driver = httpDriver({
    service: httpRoutingService(definition, { dangerouslyAllowHttp }),
    operations: async () => (await import('./operations.ts')).createOperations(service),
    capabilities: capabilitiesOf(service),
  });
  // The table decides which operations there are; its type says the same as its values.
  return driver as unknown as RoutingDriver<GenericCapabilities<Service>>;
}
