import {
  ConfigurationError,
  credentialFrom,
  fromEnv,
  requestSigner,
  type ServiceDefinition,
  settingFromEnv,
} from '@org/core';
import { optionKinds } from '@org/core/basics';
import {
  type HttpEmailOptions,
  httpEmailService,
  refuseUnknownOptions,
  type WebhookSecretOptions,
} from '../../driver.ts';

/** The key and the address of an Azure Communication Services resource. @public */
export interface AzureOptions extends HttpEmailOptions, WebhookSecretOptions {
  /**
   * `endpoint=https://….communication.azure.com/;accesskey=…`, instead of `baseUrl` and `apiKey`.
   *
   * @defaultValue the environment's `COMMUNICATION_CONNECTION_STRING`
   */
  readonly connectionString?: string | undefined;
  /** Waits until Azure has handed a mail over, or dropped it: further requests. @defaultValue false */
  readonly waitForResult?: boolean | undefined;
  /** The version of the API. @defaultValue '2025-09-01' */
  readonly apiVersion?: string | undefined;
}

/** What the operations need of the options. */
export interface AzureSettings {
  readonly apiVersion: string;
  readonly waitForResult: boolean;
}

/** @throws ConfigurationError without the address of a resource */
export function azureService(options: AzureOptions): AzureSettings & { readonly service: ServiceDefinition } {
  const own = { connectionString: optionKinds.text, waitForResult: 0, apiVersion: 0, webhookSecret: 0 };
  refuseUnknownOptions('azure', options, own);
  const { connectionString, apiVersion = '2025-09-01', waitForResult = false } = options;
  const { endpoint, key } = readConnectionString(
    connectionString ?? settingFromEnv('COMMUNICATION_CONNECTION_STRING'),
  );
  // The environment does not redirect what the code names.
  const redirect = connectionString ? undefined : settingFromEnv('AZURE_BASE_URL', 'baseUrl');
  const baseUrl = options.baseUrl ?? redirect ?? endpoint;
  if (baseUrl === undefined)
    throw new ConfigurationError({
      message: 'azure() needs the resource: set connectionString, or COMMUNICATION_CONNECTION_STRING.',
    });
  const definition = {
    name: 'azure',
    baseUrl,
    auth: signedByKey,
    credential: credentialFrom(options.apiKey ?? key, fromEnv('AZURE_API_KEY', 'EMAIL_API_KEY')),
    requestIdHeaders: ['x-ms-request-id'],
  };
  return { service: httpEmailService(definition, { ...options, baseUrl }), apiVersion, waitForResult };
}

const signedByKey = requestSigner(
  async (target, key) => (await import('./sign.ts')).signRequest(target, key),
  { headerNames: ['authorization', 'x-ms-date', 'x-ms-content-sha256'] },
);

/** Its fields in any order and letter case; a key may end with `=`. */
function readConnectionString(text = ''): { endpoint?: string | undefined; key?: string | undefined } {
  const fields = new Map(
    text.split(';').map((field) => {
      const at = field.indexOf('=');
      return [field.slice(0, Math.max(0, at)).trim().toLowerCase(), field.slice(at + 1).trim()];
    }),
  );
  return { endpoint: fields.get('endpoint')?.replace(/\/$/, ''), key: fields.get('accesskey') };
}
