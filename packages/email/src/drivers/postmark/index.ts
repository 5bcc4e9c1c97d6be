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
import { defineEmailDriver, type EmailDriver, withSteps } from '../../driver.ts';
import { product } from '../../internal/product.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import { batchKey, type PostmarkCapabilities, postmarkCapabilities, postmarkLimits } from './limits.ts';

export type { PostmarkCapabilities } from './limits.ts';
export type { PostmarkMessageOptions } from './options.ts';

/** The token and the address of Postmark. @public */
export interface PostmarkOptions {
  /**
   * The server's API token. `POSTMARK_API_TEST` checks messages and sends none.
   *
   * @defaultValue the environment's `POSTMARK_API_KEY`, else `EMAIL_API_KEY`; with `_FILE` appended to the
   * name, the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The API's origin, for a proxy or a test.
   *
   * @defaultValue the environment's `POSTMARK_BASE_URL` if that is on this machine, else
   * 'https://api.postmarkapp.com'
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, token included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the token, for a gateway with another one. @defaultValue `X-Postmark-Server-Token` */
  readonly auth?: Auth | undefined;
  /**
   * The secret that you put into the webhook's URL (`https://any:secret@…` or `?token=secret`) or into its
   * `Authorization` header: Postmark signs nothing.
   *
   * @defaultValue the environment's `POSTMARK_WEBHOOK_SECRET`, and during a rotation also
   * `POSTMARK_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: CredentialInput | undefined;
}

/**
 * Sends through Postmark's API (https://postmarkapp.com/developer, as of 2026), with templates, message
 * streams, suppressions, messages and webhooks.
 *
 * Delivery: at most once. Postmark has no idempotency keys: an attempt without a response is not repeated,
 * and its outcome is `unknown`.
 *
 * @public
 */
export function postmark(options: PostmarkOptions = {}): EmailDriver<PostmarkCapabilities> {
  const service = defineService({
    name: 'postmark',
    baseUrl:
      options.baseUrl ?? settingFromEnv('POSTMARK_BASE_URL', 'baseUrl') ?? 'https://api.postmarkapp.com',
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? headerKey('X-Postmark-Server-Token'),
    credential: credentialFrom(options.apiKey, fromEnv('POSTMARK_API_KEY', 'EMAIL_API_KEY')),
    limits: postmarkLimits,
    headers: { accept: 'application/json' },
    product,
    redact: redactAddresses,
  });
  const driver = httpDriver({
    service,
    operations: () => import('./calls.ts'),
    capabilities: postmarkCapabilities,
  });
  const steps = [
    'template.update',
    'template.render',
    'suppression.check',
    'suppression.list',
    'message.events',
  ] as const;
  return defineEmailDriver(
    withSteps(driver, steps, () => import('./calls.ts')),
    {
      batchKey,
      webhooks: {
        secrets: [
          credentialFrom(options.webhookSecret, fromEnv('POSTMARK_WEBHOOK_SECRET')),
          fromEnv('POSTMARK_WEBHOOK_SECRET_PREVIOUS'),
        ],
        load: () => import('./webhooks.ts'),
      },
    },
  );
}
