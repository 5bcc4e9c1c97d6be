import {
  type Auth,
  type CredentialInput,
  credentialFrom,
  defineService,
  fromEnv,
  headerKey,
  settingFromEnv,
} from '@org/core';
import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import { product } from '../../internal/product.ts';
import { webhookSecrets } from '../../internal/webhook-secrets.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import { withSteps } from '../../wire/with-steps.ts';
import {
  type ElasticEmailCapabilities,
  elasticEmailBatchKey,
  elasticEmailCapabilities,
  elasticEmailLimits,
  steppedNames,
} from './limits.ts';

export type { ElasticEmailCapabilities } from './limits.ts';
export type { ElasticEmailMessageOptions } from './options.ts';

/** The key and the webhook secret of an Elastic Email account. @public */
export interface ElasticEmailOptions {
  /**
   * The API key, with the access levels of the operations in use (`SendHttp`, `ModifyContacts`, …).
   *
   * @defaultValue the environment's `ELASTICEMAIL_API_KEY`, else `EMAIL_API_KEY`; with `_FILE` appended to
   * the name, the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The API's address, for a gateway.
   *
   * @defaultValue the environment's `ELASTICEMAIL_BASE_URL` if that is on this machine, else
   * 'https://api.elasticemail.com/v4'
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, key included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the key in a request. @defaultValue headerKey('X-ElasticEmail-ApiKey') */
  readonly auth?: Auth | undefined;
  /**
   * The secret in the webhook's URL (`?token=…`), which you choose; several while it is replaced.
   *
   * @defaultValue the environment's `ELASTICEMAIL_WEBHOOK_SECRET` and `ELASTICEMAIL_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: CredentialInput | readonly CredentialInput[] | undefined;
}

/**
 * Sends through Elastic Email's REST API v4 (its OpenAPI document, as of March 2026).
 *
 * Delivery: at most once. Elastic Email has no idempotency keys, so an attempt without a response is an error
 * with `outcome: 'unknown'` and is never repeated.
 *
 * @public
 */
export function elasticemail(options: ElasticEmailOptions = {}): EmailDriver<ElasticEmailCapabilities> {
  const { baseUrl = settingFromEnv('ELASTICEMAIL_BASE_URL', 'baseUrl') } = options;
  const service = defineService({
    name: 'elasticemail',
    baseUrl: baseUrl ?? 'https://api.elasticemail.com/v4',
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? headerKey('X-ElasticEmail-ApiKey'),
    credential: credentialFrom(options.apiKey, fromEnv('ELASTICEMAIL_API_KEY', 'EMAIL_API_KEY')),
    limits: elasticEmailLimits,
    product,
    redact: redactAddresses,
  });
  const operations = () => import('./calls.ts');
  const driver = httpDriver({ service, operations, capabilities: elasticEmailCapabilities });
  return defineEmailDriver(
    withSteps(driver, steppedNames, () => import('./calls.ts')),
    {
      batchKey: elasticEmailBatchKey,
      webhooks: {
        secrets: webhookSecrets(options.webhookSecret, 'ELASTICEMAIL_WEBHOOK_SECRET'),
        load: () => import('./webhooks.ts'),
      },
    },
  );
}
