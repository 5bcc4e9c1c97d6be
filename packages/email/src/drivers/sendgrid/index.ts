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
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import { product } from '../../internal/product.ts';
import { webhookSecrets } from '../../internal/webhook-secrets.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import { withSteps } from '../../wire/with-steps.ts';
import { type SendGridCapabilities, sendGridBatchKey, sendGridCapabilities, steppedNames } from './limits.ts';

export type { SendGridCapabilities } from './limits.ts';
export type { SendGridMessageOptions } from './options.ts';

/** The key, the region and the webhook keys of a SendGrid account. @public */
export interface SendGridOptions {
  /**
   * The API key (`SG.…`).
   *
   * @defaultValue the environment's `SENDGRID_API_KEY`, else `EMAIL_API_KEY`; with `_FILE` appended to the
   * name, the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /** `eu`: the host of subusers in the EU, which has no marketing contacts. @defaultValue 'global' */
  readonly region?: 'global' | 'eu' | undefined;
  /**
   * The API's origin, for a gateway. Replaces `region`.
   *
   * @defaultValue the environment's `SENDGRID_BASE_URL` if that is on this machine, else the host of `region`
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, key included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the key in a request, for a gateway with another one. @defaultValue bearer() */
  readonly auth?: Auth | undefined;
  /** The subuser or customer account to act for, in the header `on-behalf-of`. @defaultValue none */
  readonly onBehalfOf?: string | undefined;
  /**
   * The verification key of the signed event webhook: base64, or PEM. Several while a key is replaced.
   *
   * @defaultValue the environment's `SENDGRID_WEBHOOK_SECRET` and `SENDGRID_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: CredentialInput | readonly CredentialInput[] | undefined;
}

const hosts = { global: 'https://api.sendgrid.com', eu: 'https://api.eu.sendgrid.com' };

/**
 * Sends through Twilio SendGrid's v3 API (twilio/sendgrid-oai, as of January 2026).
 *
 * Delivery: at most once. SendGrid has no idempotency keys, so an attempt without a response is an error with
 * `outcome: 'unknown'` and is never repeated.
 *
 * Every mail carries an id of ours in `custom_args`, which SendGrid repeats in its events: the `messageId` of
 * the result and of the events. For a message with `sendAt` it is the id that `messages.cancel` needs.
 *
 * @public
 */
export function sendgrid(options: SendGridOptions = {}): EmailDriver<SendGridCapabilities> {
  const { region = 'global', onBehalfOf } = options;
  const service = defineService({
    name: 'sendgrid',
    baseUrl: options.baseUrl ?? settingFromEnv('SENDGRID_BASE_URL', 'baseUrl') ?? hosts[region],
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? bearer(),
    credential: credentialFrom(options.apiKey, fromEnv('SENDGRID_API_KEY', 'EMAIL_API_KEY')),
    headers: onBehalfOf === undefined ? {} : { 'on-behalf-of': onBehalfOf },
    product,
    redact: redactAddresses,
    requestIdHeaders: ['x-message-id'],
  });
  const operations = () => import('./calls.ts');
  const driver = httpDriver({ service, operations, capabilities: sendGridCapabilities });
  return defineEmailDriver(
    withSteps(driver, steppedNames, () => import('./calls.ts')),
    {
      batchKey: sendGridBatchKey,
      webhooks: {
        secrets: webhookSecrets(options.webhookSecret, 'SENDGRID_WEBHOOK_SECRET'),
        load: () => import('./webhooks.ts'),
      },
    },
  );
}
