import {
  type Auth,
  bearer,
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
import {
  type ResendCapabilities,
  resendBatchKey,
  resendCapabilities,
  resendLimits,
  resendSteps,
} from './limits.ts';

export type { ResendCapabilities } from './limits.ts';
export type { ResendMessageOptions, ResendRemoteAttachment } from './options.ts';

/** The key, the address and the webhook secret of a Resend team. @public */
export interface ResendOptions {
  /**
   * The team's key (`re_…`).
   *
   * @defaultValue the environment's `RESEND_API_KEY`, else `EMAIL_API_KEY`; with `_FILE` appended to the
   * name, the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The API's origin, for a gateway.
   *
   * @defaultValue the environment's `RESEND_BASE_URL` if that is on this machine, else
   * 'https://api.resend.com'
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, key included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the key in a request, for a gateway with another one. @defaultValue bearer() */
  readonly auth?: Auth | undefined;
  /**
   * The signing secret of a webhook (`whsec_…`); several during a rotation.
   *
   * @defaultValue the environment's `RESEND_WEBHOOK_SECRET` and `RESEND_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: CredentialInput | readonly CredentialInput[] | undefined;
}

/**
 * Sends through Resend's HTTP API (https://resend.com/docs and its OpenAPI document, as of August 2026).
 *
 * Delivery: effectively once within 24 hours. Every send has an idempotency key, and Resend answers a known
 * key with its first response, so an attempt without a response is repeated.
 *
 * @public
 */
export function resend(options: ResendOptions = {}): EmailDriver<ResendCapabilities> {
  const service = defineService({
    name: 'resend',
    baseUrl: options.baseUrl ?? settingFromEnv('RESEND_BASE_URL', 'baseUrl') ?? 'https://api.resend.com',
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? bearer(),
    credential: credentialFrom(options.apiKey, fromEnv('RESEND_API_KEY', 'EMAIL_API_KEY')),
    limits: resendLimits,
    product,
    redact: redactAddresses,
  });
  const operations = () => import('./calls.ts');
  const single = httpDriver({ service, operations, capabilities: resendCapabilities });
  return defineEmailDriver(
    withSteps(single, resendSteps, () => import('./calls.ts')),
    {
      batchKey: resendBatchKey,
      webhooks: {
        secrets: webhookSecrets(options.webhookSecret, 'RESEND_WEBHOOK_SECRET'),
        load: () => import('./webhooks.ts'),
      },
    },
  );
}
