import {
  bearer,
  ConfigurationError,
  type CredentialInput,
  credentialFrom,
  defineService,
  fromEnv,
  perMinute,
  settingFromEnv,
} from '@org/core';
import { httpDriver } from '@org/core/driver';
import { type EmailDriver, product, redactAddresses } from '../../driver.ts';
import { capabilitiesOf, type GenericCapabilities } from './capabilities.ts';
import type { GenericService } from './table.ts';

export type { GenericCapabilities } from './capabilities.ts';
export type {
  AttachmentFields,
  ContactFieldPaths,
  ErrorKind,
  Evidence,
  FieldPath,
  GenericContacts,
  GenericErrors,
  GenericIdempotency,
  GenericSend,
  GenericService,
  GenericStore,
  GenericSuppressions,
  GenericTemplates,
  MessageFields,
  Paging,
  SuppressionFields,
  TemplateFields,
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
 * @throws ConfigurationError for a table without evidence of acceptance
 */
export function generic<const Service extends GenericService>(
  service: Service,
  options: GenericOptions = {},
): EmailDriver<GenericCapabilities<Service>> {
  const {
    name,
    auth = bearer(),
    limits = [perMinute(1_000)],
    send,
    requestIdHeader = 'x-request-id',
  } = service;
  if (send.id === undefined && send.accepted === undefined) throw noEvidence(name);
  const variable = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const driver = httpDriver({
    service: defineService({
      name,
      baseUrl: options.baseUrl ?? settingFromEnv(`${variable}_BASE_URL`, 'baseUrl') ?? service.baseUrl,
      dangerouslyAllowHttp: options.dangerouslyAllowHttp,
      auth,
      credential: credentialFrom(options.apiKey, fromEnv(`${variable}_API_KEY`, 'EMAIL_API_KEY')),
      limits,
      product,
      redact: redactAddresses,
      requestIdHeaders: [requestIdHeader],
    }),
    operations: async () => (await import('./operations.ts')).createOperations(service),
    capabilities: capabilitiesOf(service),
  });
  // The table decides which operations there are; its type says the same as its values.
  return driver as unknown as EmailDriver<GenericCapabilities<Service>>;
}

function noEvidence(name: string): ConfigurationError {
  const message =
    `The table of ${name} has neither \`send.id\` nor \`send.accepted\`: ` +
    'a response 200 alone does not prove that a mail was accepted.';
  return new ConfigurationError({ message });
}
