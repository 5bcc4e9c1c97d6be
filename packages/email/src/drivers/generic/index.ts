import { bearerAuth, ConfigurationError, perMinute } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { httpDriver, meantOption } from '@org/core/driver';
import type { OnlyKnown } from '@org/core/tables';
import { type EmailDriver, type HttpEmailOptions, httpEmailService } from '../../driver.ts';
import { capabilitiesOf, type GenericCapabilities } from './capabilities.ts';
import { checkTable } from './check-table.ts';
import type { GenericService } from './table.ts';

export type { ErrorKind } from '../../tables/index.ts';
export type { GenericCapabilities } from './capabilities.ts';
export type {
  AddressField,
  AddressForm,
  AddressPaths,
  Evidence,
  GenericIdempotency,
  GenericSend,
  GenericService,
  MessageFields,
} from './table.ts';

/**
 * The key, and another address of the service. For a service named `acme`, the variables of the environment
 * are `ACME_API_KEY`, `EMAIL_API_KEY` and `ACME_BASE_URL`. @public
 */
export type GenericOptions = Omit<HttpEmailOptions, 'auth'>;

const optionNames: OptionNames<GenericOptions> = { apiKey: 0, baseUrl: 0, dangerouslyAllowHttp: 0 };

/**
 * Sends through any REST service that a table describes: `POST /v1/send`, `GET /v1/templates`, … A field
 * that the table does not have is refused before a request; parts and methods are refused by the compiler.
 *
 * Delivery: at most once. With `idempotency`, every send has a key, and an attempt without a response is
 * repeated. @public
 *
 * @example
 * const acme = generic({
 *   name: 'acme',
 *   baseUrl: 'https://api.acme.example',
 *   send: {
 *     path: '/v1/send',
 *     fields: { from: 'from', to: 'to', subject: 'subject', html: 'html' },
 *     id: 'id',
 *   },
 * });
 *
 * @throws ConfigurationError for a table without evidence of acceptance, with an unknown name, or with two
 * fields at one place
 */
export function generic<const Service extends GenericService>(
  service: Service & OnlyKnown<Service, GenericService>,
  options: GenericOptions = {},
): EmailDriver<GenericCapabilities<Service>> {
  if (typeof service?.name !== 'string')
    throw new ConfigurationError({
      message: 'generic() takes a table: { name, baseUrl, send }, and then options.',
    });
  refuseUnknown(options, optionNames, 'generic()', meantOption);
  checkTable(service);
  const { name, baseUrl, auth = bearerAuth(), limits = [perMinute(1_000)] } = service;
  const requestIdHeaders = [service.requestIdHeader ?? 'x-request-id'];
  const driver = httpDriver({
    service: httpEmailService({ name, baseUrl, auth, limits, requestIdHeaders }, options),
    operations: async () => (await import('./operations.ts')).createOperations(service),
    capabilities: capabilitiesOf(service),
  });
  // The table decides which operations there are; its type says the same as its values.
  return driver as unknown as EmailDriver<GenericCapabilities<Service>>;
}
