import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type PlunkCapabilities, plunkCapabilities } from './limits.ts';
import { type PlunkOptions, plunkService } from './service.ts';

export type { PlunkBulkStatus } from './bulk-status.ts';
export { type PlunkApi, type PlunkContactApi, plunkApi } from './extras/api.ts';
export type { PlunkLookup, PlunkRequests, PlunkVerification } from './extras/model.ts';
export type { PlunkCapabilities } from './limits.ts';
export type { PlunkMessageOptions } from './options.ts';
export type { PlunkOptions } from './service.ts';

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
  const service = plunkService(options);
  const driver = httpDriver({ service, operations: load, capabilities: plunkCapabilities });
  return defineEmailDriver(driver, { webhooks: emailWebhooks('PLUNK_WEBHOOK_SECRET', options, load) });
}

const load = () => import('./operations.ts');
