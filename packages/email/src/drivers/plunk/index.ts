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
import { type PlunkCapabilities, plunkCapabilities, plunkLimits } from './limits.ts';

const plunkNames: OptionNames<PlunkOptions> = {
  apiKey: 0,
  baseUrl: 0,
  dangerouslyAllowHttp: 0,
  auth: 0,
  webhookSecret: 0,
};

export type { PlunkBulkStatus } from './bulk-status.ts';
export { type PlunkApi, type PlunkContactApi, plunkApi } from './extras/api.ts';
export type { PlunkLookup, PlunkRequests, PlunkVerification } from './extras/model.ts';
export type { PlunkCapabilities } from './limits.ts';
export type { PlunkMessageOptions } from './options.ts';

/** The address and the key of a Plunk. @public */
export interface PlunkOptions extends HttpEmailOptions, WebhookSecretOptions {}

/**
 * Sends through Plunk's HTTP API (https://docs.useplunk.com, as of April 2026), with templates, contacts,
 * suppression rules, the activity feed and webhooks. {@link plunkApi} has what only Plunk has; segments,
 * campaigns and events are requests of the client.
 *
 * Delivery: at most once. Every send has an idempotency key, so an attempt without a response is repeated. If
 * Plunk had accepted the mail, the result is `accepted` with `replayed: true` and no id.
 *
 * Every send creates or updates a contact for each recipient, its name included. Every recipient gets a
 * separate mail. Plunk makes the text part from the HTML, and has neither cc nor bcc. @public
 *
 * @example
 * const email = createEmailClient({ driver: plunk() }); // PLUNK_API_KEY, else EMAIL_API_KEY
 */
export function plunk(options: PlunkOptions = {}): EmailDriver<PlunkCapabilities> {
  refuseUnknown(options, plunkNames, 'plunk()', meantOption);
  const definition = {
    name: 'plunk',
    baseUrl: 'https://next-api.useplunk.com',
    limits: plunkLimits,
    requestIdHeaders: ['x-request-id'],
  };
  const service = httpEmailService(definition, options);
  const driver = httpDriver({ service, operations: load, capabilities: plunkCapabilities });
  return defineEmailDriver(driver, { webhooks: emailWebhooks('PLUNK_WEBHOOK_SECRET', options, load) });
}

const load = () => import('./operations.ts');
