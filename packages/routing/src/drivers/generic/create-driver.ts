import {
  bearerAuth,
  ConfigurationError,
  credentialFrom,
  fromEnv,
  perMinute,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import {
  type HttpRoutingOptions,
  httpRoutingRules,
  httpRoutingService,
  type RoutingDriver,
} from '../../driver.ts';
import type { OpenService } from '../../light/kit.ts';
import { scalesOf } from '../../tables/index.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { GenericService } from './table.ts';

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

const { baseUrl, dangerouslyAllowHttp } = httpRoutingRules;
const optionNames: OptionNames<GenericOptions> = { apiKey: 0, baseUrl, dangerouslyAllowHttp };

/** The driver of both entries. @throws ConfigurationError */
export function createGeneric(
  service: GenericService,
  options: GenericOptions,
  open: OpenService<GenericService>,
): RoutingDriver {
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
  return open(httpRoutingService(definition, { dangerouslyAllowHttp }), service, capabilitiesOf(service));
}
