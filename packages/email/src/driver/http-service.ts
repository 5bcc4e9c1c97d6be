import {
  type Auth,
  bearerAuth,
  type CredentialInput,
  credentialFrom,
  fromEnv,
  type ServiceDefinition,
  settingFromEnv,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { redactAddresses } from '../model/redact-addresses.ts';
import type { EmailWebhooks } from './email-driver.ts';
import { userAgentProduct } from './product.ts';

/** The options that every driver of an HTTP API has. @public */
export interface HttpEmailOptions {
  /**
   * The API key.
   *
   * @defaultValue the environment's `<SERVICE>_API_KEY` (`RESEND_API_KEY`), else `EMAIL_API_KEY`; with
   * `_FILE` appended to the name, the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The API's origin, for a gateway or a server of your own.
   *
   * @defaultValue the environment's `<SERVICE>_BASE_URL` (`RESEND_BASE_URL`) if that is on this machine,
   * else the service's
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, key included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the key in a request, for a gateway with another one. @defaultValue the service's */
  readonly auth?: Auth | undefined;
}

/** The option of a driver whose service signs its webhooks with a secret. @public */
export interface WebhookSecretOptions {
  /**
   * The secret of a webhook; several while one replaces another.
   *
   * @defaultValue the environment's `<SERVICE>_WEBHOOK_SECRET` and `<SERVICE>_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: CredentialInput | readonly CredentialInput[] | undefined;
}

const httpNames: OptionNames<HttpEmailOptions> = { apiKey: 0, baseUrl: 0, dangerouslyAllowHttp: 0, auth: 0 };

/**
 * Refuses what is not an option of a driver: a misspelt one would have no effect. Call it before the options
 * are read. @public
 *
 * @example
 * refuseUnknownOptions('acme', options, { webhookSecret: 0 }); // besides apiKey, baseUrl, …
 *
 * @param names - the options that only this driver has; the values mean nothing
 * @throws ConfigurationError that names every unknown option and what was meant
 */
export function refuseUnknownOptions<Options extends HttpEmailOptions>(
  driver: string,
  options: Options,
  names: OptionNames<Omit<Options, keyof HttpEmailOptions>>,
): void {
  refuseUnknown(options, { ...httpNames, ...names }, `${driver}()`, meantOption);
}

/**
 * The service of an HTTP driver: its definition, with the options of the program. The name of the service is
 * the beginning of its environment variables: `resend` reads `RESEND_API_KEY`, and `acme-mail`
 * `ACME_MAIL_API_KEY`. @public
 *
 * @param names - the options that only this driver has, for {@link refuseUnknownOptions}
 * @throws ConfigurationError for an unknown option, where `names` are given, and for an address in the
 * environment that is not on this machine
 */
export function httpEmailService<Options extends HttpEmailOptions & WebhookSecretOptions>(
  definition: Omit<ServiceDefinition, 'auth' | 'product'> & { readonly auth?: Auth },
  options: Options,
  names?: OptionNames<Omit<Options, keyof HttpEmailOptions>>,
): ServiceDefinition {
  if (names !== undefined) refuseUnknownOptions(definition.name, options, names);
  const prefix = definition.name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return {
    redact: redactAddresses,
    credential: credentialFrom(options.apiKey, fromEnv(`${prefix}_API_KEY`, 'EMAIL_API_KEY')),
    secrets: [options.webhookSecret].flat(),
    ...definition,
    baseUrl: options.baseUrl ?? settingFromEnv(`${prefix}_BASE_URL`, 'baseUrl') ?? definition.baseUrl,
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? definition.auth ?? bearerAuth(),
    product: userAgentProduct,
  };
}

/**
 * The webhooks of a driver: the secrets of the option, else those of the environment, `<name>` and
 * `<name>_PREVIOUS`. @public
 *
 * @example
 * const webhooks = emailWebhooks('ACME_WEBHOOK_SECRET', options, async () => ({ webhookScheme }));
 * const acme = defineEmailDriver(driver, { webhooks });
 */
export function emailWebhooks(
  name: string,
  options: WebhookSecretOptions,
  load: EmailWebhooks['load'],
): EmailWebhooks {
  return { secrets: webhookSecrets(name, options), load };
}

export function webhookSecrets(
  name: string,
  { webhookSecret = [fromEnv(name), fromEnv(`${name}_PREVIOUS`)] }: WebhookSecretOptions,
): readonly CredentialInput[] {
  const secrets = [webhookSecret].flat();
  // The kind is checked here, where the option has its name.
  for (const secret of secrets) credentialFrom(secret, fromEnv(name), 'webhookSecret');
  return secrets;
}
