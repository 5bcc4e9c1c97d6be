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
import { type SendGridCapabilities, sendGridBatchKey, sendGridCapabilities } from './limits.ts';

const sendGridNames: OptionNames<SendGridOptions> = {
  region: 0,
  onBehalfOf: 0,
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

export type { SendGridCapabilities } from './limits.ts';
export type { SendGridMessageOptions } from './options.ts';

/** The key, the region and the webhook keys of a SendGrid account. @public */
export interface SendGridOptions extends HttpEmailOptions, WebhookSecretOptions {
  /** `eu`: the host of subusers in the EU, which has no marketing contacts. @defaultValue 'global' */
  readonly region?: 'global' | 'eu' | undefined;
  /** The subuser or customer account to act for, in the header `on-behalf-of`. @defaultValue none */
  readonly onBehalfOf?: string | undefined;
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
 * @public
 *
 * @example
 * const email = createEmailClient({ driver: sendgrid({ region: 'eu' }) }); // SENDGRID_API_KEY
 */
export function sendgrid(options: SendGridOptions = {}): EmailDriver<SendGridCapabilities> {
  refuseUnknown(options, sendGridNames, 'sendgrid()', meantOption);
  const { region = 'global', onBehalfOf } = options;
  const definition = {
    name: 'sendgrid',
    baseUrl: hosts[region],
    headers: onBehalfOf === undefined ? {} : { 'on-behalf-of': onBehalfOf },
    requestIdHeaders: ['x-message-id'],
  };
  const service = httpEmailService(definition, options);
  const driver = httpDriver({ service, operations: load, capabilities: sendGridCapabilities });
  const webhooks = emailWebhooks('SENDGRID_WEBHOOK_SECRET', options, load);
  return defineEmailDriver(driver, { batchKey: sendGridBatchKey, webhooks });
}

const load = () => import('./operations.ts');
