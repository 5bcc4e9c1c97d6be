import {
  type Auth,
  type CredentialInput,
  credentialFrom,
  defineService,
  fromEnv,
  settingFromEnv,
} from '@org/core';
import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, withSteps } from '../../driver.ts';
import { product } from '../../internal/product.ts';
import { webhookSecrets } from '../../internal/webhook-secrets.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import { keyPair, keyPairAuth } from './keys.ts';
import {
  type MailjetCapabilities,
  mailjetBatchKey,
  mailjetCapabilities,
  mailjetLimits,
  mailjetSteps,
} from './limits.ts';

export type { MailjetCapabilities } from './limits.ts';
export type { MailjetMessageOptions } from './options.ts';

/** The keys, the address and the webhook secret of a Mailjet account. @public */
export interface MailjetOptions {
  /**
   * The API key, or both keys as `key:secret`.
   *
   * @defaultValue the environment's `MAILJET_API_KEY`, else `EMAIL_API_KEY`; with `_FILE` appended to the
   * name, the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /** The secret key. @defaultValue the environment's `MAILJET_SECRET_KEY`, or that file's content */
  readonly secretKey?: CredentialInput | undefined;
  /**
   * The API's origin: `https://api.us.mailjet.com` for an account in the United States.
   *
   * @defaultValue the environment's `MAILJET_BASE_URL` if that is on this machine, else
   * 'https://api.mailjet.com'
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, keys included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the keys in a request, for a gateway with another one. @defaultValue basic auth */
  readonly auth?: Auth | undefined;
  /**
   * A secret of your own, which you put into the webhook's URL: Mailjet signs nothing. Several during a
   * rotation.
   *
   * @defaultValue the environment's `MAILJET_WEBHOOK_SECRET` and `MAILJET_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: CredentialInput | readonly CredentialInput[] | undefined;
}

/**
 * Sends through Mailjet's Send API v3.1 (https://dev.mailjet.com, guides of September 2023).
 *
 * Delivery: at most once. Mailjet has no idempotency keys, so a send without a response is not repeated, and
 * its outcome is `unknown`.
 *
 * A send to an address creates a contact for it.
 *
 * @public
 */
export function mailjet(options: MailjetOptions = {}): EmailDriver<MailjetCapabilities> {
  const service = defineService({
    name: 'mailjet',
    baseUrl: options.baseUrl ?? settingFromEnv('MAILJET_BASE_URL', 'baseUrl') ?? 'https://api.mailjet.com',
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? keyPairAuth,
    credential: keyPair(
      credentialFrom(options.apiKey, fromEnv('MAILJET_API_KEY', 'EMAIL_API_KEY')),
      credentialFrom(options.secretKey, fromEnv('MAILJET_SECRET_KEY')),
    ),
    credentialOption: 'apiKey and secretKey',
    limits: mailjetLimits,
    product,
    redact: redactAddresses,
  });
  const operations = () => import('./calls.ts');
  const single = httpDriver({ service, operations, capabilities: mailjetCapabilities });
  return defineEmailDriver(
    withSteps(single, mailjetSteps, () => import('./calls.ts')),
    {
      batchKey: mailjetBatchKey,
      webhooks: {
        secrets: webhookSecrets(options.webhookSecret, 'MAILJET_WEBHOOK_SECRET'),
        load: () => import('./webhooks.ts'),
      },
    },
  );
}
