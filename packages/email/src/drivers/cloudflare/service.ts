import {
  ConfigurationError,
  credentialFrom,
  fromEnv,
  type ServiceDefinition,
  settingFromEnv,
} from '@org/core';
import { type HttpEmailOptions, httpEmailService, refuseUnknownOptions } from '../../driver.ts';

/** The API token and the account at Cloudflare. @public */
export interface CloudflareOptions extends HttpEmailOptions {
  /**
   * An API token with the permission "Email Sending: Edit".
   *
   * @defaultValue the environment's `CLOUDFLARE_API_TOKEN`, else `EMAIL_API_KEY`
   */
  readonly apiKey?: HttpEmailOptions['apiKey'];
  /** The id of the account. @defaultValue the environment's `CLOUDFLARE_ACCOUNT_ID` */
  readonly accountId?: string | undefined;
}

/** @throws ConfigurationError without an account */
export function cloudflareService(options: CloudflareOptions): {
  readonly service: ServiceDefinition;
  /** The path of everything about mail. */
  readonly account: `/accounts/${string}`;
} {
  refuseUnknownOptions('cloudflare', options, { accountId: 0 });
  const { accountId = settingFromEnv('CLOUDFLARE_ACCOUNT_ID') } = options;
  const definition = {
    name: 'cloudflare',
    baseUrl: 'https://api.cloudflare.com/client/v4',
    // Not CLOUDFLARE_API_KEY: that is a key of another kind, which belongs to an address.
    credential: credentialFrom(options.apiKey, fromEnv('CLOUDFLARE_API_TOKEN', 'EMAIL_API_KEY')),
  };
  const service = httpEmailService(definition, options);
  if (accountId === undefined || !/^\w+$/.test(accountId))
    throw new ConfigurationError({
      message: 'cloudflare() needs the id of the account: set accountId, or CLOUDFLARE_ACCOUNT_ID.',
    });
  return { service, account: `/accounts/${accountId}/email/sending` };
}
