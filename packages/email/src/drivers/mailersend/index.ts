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
import { readNamedRate } from '@org/core/headers';
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import { product } from '../../internal/product.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import { withSteps } from '../../wire/with-steps.ts';
import { type MailerSendCapabilities, mailersendCapabilities, mailersendLimitGroups } from './limits.ts';

export type { MailerSendCapabilities } from './limits.ts';
export type { MailerSendMessageOptions } from './options.ts';

/** The token of a MailerSend domain, and where its API is. @public */
export interface MailerSendOptions {
  /**
   * The API token (`mlsn.…`).
   *
   * @defaultValue the environment's `MAILERSEND_API_KEY`, else `EMAIL_API_KEY`; with `_FILE` appended to the
   * name, the content of that file
   */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The API's address.
   *
   * @defaultValue the environment's `MAILERSEND_BASE_URL` if that is on this machine, else
   * 'https://api.mailersend.com/v1'
   */
  readonly baseUrl?: string | undefined;
  /** The id of the domain, for `webhooks.create` and `webhooks.list`. @defaultValue none */
  readonly domainId?: string | undefined;
  /** Allows plain `http` to another machine, key included. @defaultValue false */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The place of the key in a request, for a gateway with another one. @defaultValue bearer() */
  readonly auth?: Auth | undefined;
  /**
   * The signing secret of your webhook.
   *
   * @defaultValue the environment's `MAILERSEND_WEBHOOK_SECRET` and, during a rotation,
   * `MAILERSEND_WEBHOOK_SECRET_PREVIOUS`
   */
  readonly webhookSecret?: CredentialInput | readonly CredentialInput[] | undefined;
}

/**
 * Sends through MailerSend's HTTP API (https://developers.mailersend.com, as of August 2026), with
 * suppressions, webhooks, and the status of messages.
 *
 * Delivery: at most once. MailerSend has no idempotency keys, so an attempt without a response is never
 * repeated: its error has outcome `unknown`.
 *
 * @public
 */
export function mailersend(options: MailerSendOptions = {}): EmailDriver<MailerSendCapabilities> {
  const { domainId } = options;
  const service = defineService({
    name: 'mailersend',
    baseUrl:
      options.baseUrl ?? settingFromEnv('MAILERSEND_BASE_URL', 'baseUrl') ?? 'https://api.mailersend.com/v1',
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? bearer(),
    credential: credentialFrom(options.apiKey, fromEnv('MAILERSEND_API_KEY', 'EMAIL_API_KEY')),
    limitGroups: mailersendLimitGroups,
    readRates: ({ headers }, clock) => [
      ...readNamedRate(headers, rateHeaders, clock),
      ...readNamedRate(headers, quotaHeaders, clock),
    ],
    product,
    redact: redactAddresses,
  });
  const operations = async () => {
    const { createOperations, classify } = await import('./calls.ts');
    return { operations: createOperations(domainId), classify };
  };
  const driver = httpDriver({ service, operations, capabilities: mailersendCapabilities });
  const stepped = withSteps(driver, ['message.get', 'suppression.remove'], () => import('./calls.ts'));
  const {
    webhookSecret = [fromEnv('MAILERSEND_WEBHOOK_SECRET'), fromEnv('MAILERSEND_WEBHOOK_SECRET_PREVIOUS')],
  } = options;
  return defineEmailDriver(stepped, {
    webhooks: { secrets: [webhookSecret].flat(), load: () => import('./webhooks.ts') },
  });
}

const rateHeaders = {
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  reset: 'x-ratelimit-reset',
  resetUnit: 'epoch-seconds',
  kind: 'rate',
} as const;

const quotaHeaders = {
  remaining: 'x-apiquota-remaining',
  reset: 'x-apiquota-reset',
  resetUnit: 'date',
  kind: 'quota',
} as const;
