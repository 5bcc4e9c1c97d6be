import type { ServiceDefinition } from '@org/core';
import { readRateHeaders } from '@org/core/headers';
import type { OnlyKnown } from '@org/core/tables';
import { composedSendDriver } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { capabilitiesOf, type GenericCapabilities } from './capabilities.ts';
import { createSend } from './send-operation.ts';
import { type GenericOptions, genericService } from './service.ts';
import type { GenericService } from './table.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
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
 * `generic()` of `@org/email/generic` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const acme = generic({
 *   name: 'acme',
 *   baseUrl: 'https://api.acme.example',
 *   send: { path: '/send', fields: { from: 'from', to: 'to', subject: 'subject', html: 'html' }, id: 'id' },
 * });
 *
 * @throws ConfigurationError for a table without evidence of acceptance, with an unknown name, or with two
 * fields at one place
 */
export function generic<const Service extends GenericService>(
  table: Service & OnlyKnown<Service, GenericService>,
  options: GenericOptions = {},
): SendDriver<GenericCapabilities<Service>> {
  const service = genericService(table, options);
  const { send, classify } = createSend(table);
  const capabilities = capabilitiesOf(table);
  const parts = { entry: 'generic', hasWebhooks: false };
  const readRates: ServiceDefinition['readRates'] = ({ headers }, clock) => readRateHeaders(headers, clock);
  const definition = { send, classify, readRates, capabilities, parts };
  const driver = composedSendDriver(service, { webhookSecret: [] }, definition);
  // The table decides what a message has; its type says the same as its values.
  return driver as unknown as SendDriver<GenericCapabilities<Service>>;
}
