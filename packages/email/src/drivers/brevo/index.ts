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
import { readNamedRate } from '@org/core/headers';
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import { product } from '../../internal/product.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import { withSteps } from '../../wire/with-steps.ts';
import {
  type BrevoCapabilities,
  brevoBatchKey,
  brevoCapabilities,
  brevoLimitGroups,
  brevoLimits,
} from './limits.ts';
import { withUuidKeys } from './uuid-keys.ts';

export type { BrevoCapabilities } from './limits.ts';
export type { BrevoListOptions, BrevoMessageOptions } from './options.ts';

/** The key of a Brevo account, and where its API is. @public */
export interface BrevoOptions {
  /**
   * The API key (`xkeysib-…`), not the SMTP key.
   *
   * @defaultValue the environment's `BREVO_API_KEY`, else `EMAIL_API_KEY`; with `_FILE` appended to the name,
   * the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The API's address.
   *
   * @defaultValue the environment's `BREVO_BASE_URL` if that is on this machine, else
   * 'https://api.brevo.com/v3'
   */
  readonly baseUrl?: string | undefined;
  /** Allows plain `http` to another machine, key included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the key in a request, for a gateway with another one. @defaultValue headerKey('api-key') */
  readonly auth?: Auth | undefined;
  /**
   * The secret in your webhook's address (`?token=…`), bearer token or basic auth: Brevo signs nothing.
   *
   * @defaultValue the environment's `BREVO_WEBHOOK_SECRET` and, during a rotation,
   * `BREVO_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: CredentialInput | readonly CredentialInput[] | undefined;
}

/**
 * Sends through Brevo's HTTP API (https://developers.brevo.com, as of February 2025), with templates,
 * contacts, lists, blocked contacts, events and webhooks.
 *
 * Delivery: at most once within 15 minutes. Every send has an idempotency key, so an attempt without a
 * response is repeated. If Brevo knows the key by then, the error is an `IdempotencyConflictError` with
 * outcome `unknown`.
 *
 * Brevo needs HTML, has one reply address, and writes `metadata` into a header that recipients can read.
 *
 * @public
 */
export function brevo(options: BrevoOptions = {}): EmailDriver<BrevoCapabilities> {
  const service = defineService({
    name: 'brevo',
    baseUrl: options.baseUrl ?? settingFromEnv('BREVO_BASE_URL', 'baseUrl') ?? 'https://api.brevo.com/v3',
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? headerKey('api-key'),
    credential: credentialFrom(options.apiKey, fromEnv('BREVO_API_KEY', 'EMAIL_API_KEY')),
    limits: brevoLimits,
    limitGroups: brevoLimitGroups,
    readRates: ({ headers }, clock) => readNamedRate(headers, rateHeaders, clock),
    product,
    redact: redactAddresses,
  });
  const driver = httpDriver({
    service,
    operations: () => import('./calls.ts'),
    capabilities: brevoCapabilities,
  });
  const stepped = withSteps(driver, stepNames, () => import('./calls.ts'));
  const { webhookSecret = [fromEnv('BREVO_WEBHOOK_SECRET'), fromEnv('BREVO_WEBHOOK_SECRET_PREVIOUS')] } =
    options;
  return defineEmailDriver(withUuidKeys(stepped), {
    batchKey: brevoBatchKey,
    webhooks: { secrets: [webhookSecret].flat(), load: () => import('./webhooks.ts') },
  });
}

const stepNames = [
  'template.update',
  'template.delete',
  'contact.upsert',
  'contact.update',
  'list.update',
  'list.addMembers',
  'list.removeMembers',
  'message.get',
] as const;

const rateHeaders = {
  limit: 'x-sib-ratelimit-limit',
  remaining: 'x-sib-ratelimit-remaining',
  reset: 'x-sib-ratelimit-reset',
  resetUnit: 'seconds',
  kind: 'rate',
} as const;
