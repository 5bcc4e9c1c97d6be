import { ConfigurationError, headerKey, type ServiceDefinition } from '@org/core';
import {
  type HttpEmailOptions,
  httpEmailService,
  refuseUnknownOptions,
  type WebhookSecretOptions,
} from '../../driver.ts';

/** The key, the region and the webhook secret of a SparkPost account. @public */
export interface SparkPostOptions extends HttpEmailOptions, WebhookSecretOptions {
  /** Where the account is: another region does not know its key. @defaultValue 'us' */
  readonly region?: 'us' | 'eu' | undefined;
  /** The id of a subaccount, for a key of the main account. @defaultValue none */
  readonly subaccount?: string | undefined;
}

const origins = { us: 'https://api.sparkpost.com/api/v1', eu: 'https://api.eu.sparkpost.com/api/v1' };

/** @throws ConfigurationError for an unknown region */
export function sparkpostService(options: SparkPostOptions): ServiceDefinition {
  refuseUnknownOptions('sparkpost', options, { region: 0, subaccount: 0, webhookSecret: 0 });
  const { region = 'us', subaccount } = options;
  const definition = {
    name: 'sparkpost',
    baseUrl: origins[region],
    auth: headerKey('authorization'),
    headers: subaccount === undefined ? {} : { 'x-msys-subaccount': subaccount },
  };
  const service = httpEmailService(definition, options);
  if (region !== 'us' && region !== 'eu')
    throw new ConfigurationError({ message: "sparkpost(): region must be 'us' or 'eu'." });
  return service;
}
