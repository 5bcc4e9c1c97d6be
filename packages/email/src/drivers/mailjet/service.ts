import { type CredentialInput, credentialFrom, fromEnv, type ServiceDefinition } from '@org/core';
import {
  type HttpEmailOptions,
  httpEmailService,
  refuseUnknownOptions,
  type WebhookSecretOptions,
} from '../../driver.ts';
import { keyPair, keyPairAuth } from './keys.ts';
import { mailjetLimits } from './limits.ts';

/** The keys, the address and the webhook secret of a Mailjet account. @public */
export interface MailjetOptions extends HttpEmailOptions, WebhookSecretOptions {
  /** The secret key. @defaultValue the environment's `MAILJET_SECRET_KEY`, or that file's content */
  readonly secretKey?: CredentialInput | undefined;
}

export function mailjetService(options: MailjetOptions): ServiceDefinition {
  refuseUnknownOptions('mailjet', options, { secretKey: 0, webhookSecret: 0 });
  const definition = {
    name: 'mailjet',
    baseUrl: 'https://api.mailjet.com',
    auth: keyPairAuth,
    credential: keyPair(
      credentialFrom(options.apiKey, fromEnv('MAILJET_API_KEY', 'EMAIL_API_KEY')),
      credentialFrom(options.secretKey, fromEnv('MAILJET_SECRET_KEY'), 'secretKey'),
    ),
    credentialOption: 'apiKey and secretKey',
    limits: mailjetLimits,
  };
  return httpEmailService(definition, options);
}
