import {
  bearerAuth,
  ConfigurationError,
  type CredentialInput,
  credentialFrom,
  defineService,
  fromEnv,
  perMinute,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { httpDriver, meantOption } from '@org/core/driver';
import { type EmailDriver, redactAddresses, userAgentProduct } from '../../driver.ts';
import { capabilitiesOf, type GenericCapabilities } from './capabilities.ts';
import { checkTable } from './check-table.ts';
import type { OnlyKnown } from './only-known.ts';
import type { GenericService } from './table.ts';

const genericNames: OptionNames<GenericOptions> = { apiKey: 0, baseUrl: 0, dangerouslyAllowHttp: 0 };

export type { GenericCapabilities } from './capabilities.ts';
export type { OnlyKnown } from './only-known.ts';
export type { FieldPath } from './paths.ts';
export type {
  ContactFieldPaths,
  GenericContacts,
  GenericStore,
  GenericSuppressions,
  GenericTemplates,
  Paging,
  SuppressionFields,
  TemplateFields,
} from './store-table.ts';
export type {
  AddressField,
  AddressForm,
  AddressPaths,
  AttachmentFields,
  ErrorKind,
  Evidence,
  GenericErrors,
  GenericIdempotency,
  GenericSend,
  GenericService,
  MessageFields,
  Refusal,
} from './table.ts';

/** The key, and another address of the service. @public */
export interface GenericOptions {
  /**
   * The service's key.
   *
   * @defaultValue for a service named `acme`, the environment's `ACME_API_KEY`, else `EMAIL_API_KEY`
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * @defaultValue for a service named `acme`, the environment's `ACME_BASE_URL` if that is on this machine,
   * else the `baseUrl` of the table
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, key included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
}

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
  refuseUnknown(options, genericNames, 'generic()', meantOption);
  const {
    name,
    auth = bearerAuth(),
    limits = [perMinute(1_000)],
    requestIdHeader = 'x-request-id',
  } = service;
  checkTable(service);
  const variable = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const driver = httpDriver({
    service: defineService({
      name,
      baseUrl: options.baseUrl ?? settingFromEnv(`${variable}_BASE_URL`, 'baseUrl') ?? service.baseUrl,
      dangerouslyAllowHttp: options.dangerouslyAllowHttp,
      auth,
      credential: credentialFrom(options.apiKey, fromEnv(`${variable}_API_KEY`, 'EMAIL_API_KEY')),
      limits,
      product: userAgentProduct,
      redact: redactAddresses,
      requestIdHeaders: [requestIdHeader],
    }),
    operations: async () => (await import('./operations.ts')).createOperations(service),
    capabilities: capabilitiesOf(service),
  });
  // The table decides which operations there are; its type says the same as its values.
  return driver as unknown as EmailDriver<GenericCapabilities<Service>>;
}
