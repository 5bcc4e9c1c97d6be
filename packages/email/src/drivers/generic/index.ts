import { httpDriver } from '@org/core/driver';
import type { OnlyKnown } from '@org/core/tables';
import type { EmailDriver } from '../../driver.ts';
import { capabilitiesOf, type GenericCapabilities } from './capabilities.ts';
import { type GenericOptions, genericService } from './service.ts';
import type { GenericService } from './table.ts';

export type { ErrorKind } from '../../tables/index.ts';
export type { GenericCapabilities } from './capabilities.ts';
export type { GenericOptions } from './service.ts';
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
  const driver = httpDriver({
    service: genericService(service, options),
    operations: async () => (await import('./operations.ts')).createOperations(service),
    capabilities: capabilitiesOf(service),
  });
  // The table decides which operations there are; its type says the same as its values.
  return driver as unknown as EmailDriver<GenericCapabilities<Service>>;
}
