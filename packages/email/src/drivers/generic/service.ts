import { bearerAuth, ConfigurationError, perMinute, type ServiceDefinition } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { type HttpEmailOptions, httpEmailService } from '../../driver.ts';
import { checkTable } from './check-table.ts';
import type { GenericService } from './table.ts';

/**
 * The key, and another address of the service. For a service named `acme`, the variables of the environment
 * are `ACME_API_KEY`, `EMAIL_API_KEY` and `ACME_BASE_URL`. @public
 */
export type GenericOptions = Omit<HttpEmailOptions, 'auth'>;

const optionNames: OptionNames<GenericOptions> = { apiKey: 0, baseUrl: 0, dangerouslyAllowHttp: 0 };

/** @throws ConfigurationError for a table that cannot work */
export function genericService(service: GenericService, options: GenericOptions): ServiceDefinition {
  if (typeof service?.name !== 'string')
    throw new ConfigurationError({
      message: 'generic() takes a table: { name, baseUrl, send }, and then options.',
    });
  refuseUnknown(options, optionNames, 'generic()', meantOption);
  checkTable(service);
  const { name, baseUrl, auth = bearerAuth(), limits = [perMinute(1_000)] } = service;
  const requestIdHeaders = [service.requestIdHeader ?? 'x-request-id'];
  return httpEmailService({ name, baseUrl, auth, limits, requestIdHeaders }, options);
}
