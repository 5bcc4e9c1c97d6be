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
import { type WebhookSecretOption, webhookSecrets } from '../../internal/webhook-secrets.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import { type PlunkCapabilities, plunkCapabilities, plunkLimits } from './limits.ts';

export type { PlunkBulkStatus } from './bulk-status.ts';
export type {
  PlunkApi,
  PlunkCampaignApi,
  PlunkContactApi,
} from './extras/api.ts';
export { plunkApi } from './extras/api.ts';
export type {
  PlunkAudience,
  PlunkCampaign,
  PlunkCampaignFilter,
  PlunkCampaignInput,
  PlunkCampaignStats,
  PlunkCampaignStatus,
  PlunkCondition,
  PlunkFilter,
} from './extras/campaign-model.ts';
export type {
  PlunkEvent,
  PlunkLookup,
  PlunkRequests,
  PlunkVerification,
  TrackedEvent,
} from './extras/model.ts';
export type { PlunkTracker, PlunkTrackerOptions } from './extras/tracker.ts';
export { createPlunkTracker } from './extras/tracker.ts';
export type { PlunkCapabilities } from './limits.ts';
export type { PlunkMessageOptions } from './options.ts';

/** The address and the key of a Plunk. @public */
export interface PlunkOptions {
  /**
   * The project's secret key (`sk_…`).
   *
   * @defaultValue the environment's `PLUNK_API_KEY`, else `EMAIL_API_KEY`; with `_FILE` appended to the
   * name, the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The API's origin, for a self-hosted Plunk.
   *
   * @defaultValue the environment's `PLUNK_BASE_URL` if that is on this machine, else
   * 'https://next-api.useplunk.com'
   */
  readonly baseUrl?: string | undefined;
  /**
   * Allows plain `http` to another machine, key included: for a self-hosted Plunk in a private network.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the key in a request, for a gateway with another one. @defaultValue bearer() */
  readonly auth?: Auth | undefined;
  /**
   * The secret that the webhook steps of your workflows send: `Authorization: Bearer <secret>`, or `?token=`
   * in the URL. A list during a rotation.
   *
   * @defaultValue the environment's `PLUNK_WEBHOOK_SECRET` and `PLUNK_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: WebhookSecretOption | undefined;
}

/**
 * Sends through Plunk's HTTP API (https://docs.useplunk.com, as of April 2026), with templates, contacts,
 * static segments as lists, suppression rules, the activity feed and webhooks. {@link plunkApi} has what only
 * Plunk has.
 *
 * Delivery: at most once. Every send has an idempotency key, so an attempt without a response is repeated. If
 * Plunk had accepted the mail, the result is `accepted` with `replayed: true` and no id.
 *
 * Every send creates or updates a contact for each recipient, its name included. Every recipient gets a
 * separate mail. Plunk makes the text part from the HTML, and has neither cc nor bcc.
 *
 * @public
 */
export function plunk(options: PlunkOptions = {}): EmailDriver<PlunkCapabilities> {
  const service = defineService({
    name: 'plunk',
    baseUrl:
      options.baseUrl ?? settingFromEnv('PLUNK_BASE_URL', 'baseUrl') ?? 'https://next-api.useplunk.com',
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? bearer(),
    credential: credentialFrom(options.apiKey, fromEnv('PLUNK_API_KEY', 'EMAIL_API_KEY')),
    limits: plunkLimits,
    product,
    redact: redactAddresses,
    requestIdHeaders: ['x-request-id'],
  });
  const operations = () => import('./calls.ts');
  const driver = httpDriver({ service, operations, capabilities: plunkCapabilities });
  const names = [
    'list.addMembers',
    'list.removeMembers',
    'suppression.list',
    'suppression.add',
    'message.events',
  ] as const;
  return defineEmailDriver(
    withSteps(driver, names, () => import('./calls.ts')),
    {
      webhooks: {
        secrets: webhookSecrets(options.webhookSecret, 'PLUNK_WEBHOOK_SECRET'),
        load: () => import('./webhooks.ts'),
      },
    },
  );
}
