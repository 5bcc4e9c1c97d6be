import { type CredentialInput, credentialFrom, fromEnv } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { httpDriver, meantOption } from '@org/core/driver';
import {
  defineEmailDriver,
  type EmailDriver,
  emailWebhooks,
  type HttpEmailOptions,
  httpEmailService,
  type WebhookSecretOptions,
} from '../../driver.ts';
import { keyPair, keyPairAuth } from './keys.ts';
import { type MailjetCapabilities, mailjetBatchKey, mailjetCapabilities, mailjetLimits } from './limits.ts';

const mailjetNames: OptionNames<MailjetOptions> = {
  secretKey: 0,
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

export type { MailjetCapabilities } from './limits.ts';
export type { MailjetMessageOptions } from './options.ts';

/** The keys, the address and the webhook secret of a Mailjet account. @public */
export interface MailjetOptions extends HttpEmailOptions, WebhookSecretOptions {
  /** The secret key. @defaultValue the environment's `MAILJET_SECRET_KEY`, or that file's content */
  readonly secretKey?: CredentialInput | undefined;
}

/**
 * Sends through Mailjet's Send API v3.1 (https://dev.mailjet.com, guides of September 2023).
 *
 * Delivery: at most once. Mailjet has no idempotency keys, so a send without a response is not repeated, and
 * its outcome is `unknown`.
 *
 * A send to an address creates a contact for it. @public
 *
 * @example
 * const email = createEmailClient({ driver: mailjet() }); // MAILJET_API_KEY and MAILJET_SECRET_KEY
 */
export function mailjet(options: MailjetOptions = {}): EmailDriver<MailjetCapabilities> {
  refuseUnknown(options, mailjetNames, 'mailjet()', meantOption);
  const definition = {
    name: 'mailjet',
    baseUrl: 'https://api.mailjet.com',
    auth: keyPairAuth,
    credential: keyPair(
      credentialFrom(options.apiKey, fromEnv('MAILJET_API_KEY', 'EMAIL_API_KEY')),
      credentialFrom(options.secretKey, fromEnv('MAILJET_SECRET_KEY')),
    ),
    credentialOption: 'apiKey and secretKey',
    limits: mailjetLimits,
  };
  const service = httpEmailService(definition, options);
  const driver = httpDriver({ service, operations: load, capabilities: mailjetCapabilities });
  const webhooks = emailWebhooks('MAILJET_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(driver, { batchKey: mailjetBatchKey, webhooks });
}

const load = () => import('./operations.ts');
