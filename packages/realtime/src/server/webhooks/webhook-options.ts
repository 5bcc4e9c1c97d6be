import type { Runtime } from '@org/core';
import { numberOption } from '@org/core/driver';
import { type ReplayStore, requireReplayStore } from '@org/core/webhooks';
import { isRecord } from '../../internal/json.ts';
import { misconfigured } from '../../internal/wrong-input.ts';
import type { AppIdentity } from '../app-identity.ts';
import type { LoadEncryption } from '../encryption.ts';
import { ownOptions } from '../own-options.ts';
import type { HmacSha256 } from '../signing/hmac.ts';
import type { AppToken } from './webhook-secrets.ts';

const defaultToleranceMs = 600_000;

/** Keys, age and repetition of webhooks. @public */
export interface WebhookOptions {
  /** Further valid pairs: during a rotation the old ones, or an old secret of the same key. */
  readonly tokens?: readonly AppToken[] | undefined;
  /**
   * How far `time_ms` may be from now, both ways; the service repeats a failed webhook for five minutes.
   *
   * @defaultValue 600 000
   */
  readonly toleranceMs?: number | undefined;
  /** Remembers webhooks, so that each is handled once. @defaultValue none */
  readonly replayStore?: ReplayStore | undefined;
  /**
   * The header in which your service sends an id of the webhook, the same for each delivery. Two webhooks
   * with equal bytes and different ids are two for `replayStore`. The signature does not cover the id: within
   * `toleranceMs`, an attacker who has a webhook can repeat it with another id.
   *
   * @defaultValue none: equal bytes are one webhook
   */
  readonly idHeader?: string | undefined;
}

/** What a webhook is read with. */
export interface WebhookSettings {
  readonly app: AppIdentity;
  readonly hmac: HmacSha256;
  readonly loadEncryption: LoadEncryption;
  readonly options: WebhookRules;
  readonly runtime: Runtime;
}

/** The options, checked and complete. */
export type WebhookRules = ReturnType<typeof readWebhookOptions>;

/** After this time a webhook is too old in any case. Redis takes whole milliseconds, and at least one. */
export function replayTtlMs({ toleranceMs }: WebhookRules): number {
  return Math.max(1, Math.ceil(2 * toleranceMs));
}

/** @throws ConfigurationError */
export function readWebhookOptions(given: WebhookOptions = {}) {
  if (!isRecord(given as unknown))
    throw misconfigured('webhooks must be an object, like { toleranceMs: 600_000 }.');
  const { tokens = [], toleranceMs, replayStore, idHeader } = ownOptions(given);
  if (!Array.isArray(tokens) || !tokens.every(isToken))
    throw misconfigured('webhooks.tokens must be a list of { key, secret }.');
  if (replayStore !== undefined) requireReplayStore('webhooks.replayStore', replayStore);
  if (idHeader !== undefined && !(typeof idHeader === 'string' && idHeader !== ''))
    throw misconfigured('webhooks.idHeader must be the name of a header.');
  return {
    tokens: tokens.map(({ key, secret }: AppToken): AppToken => ({ key, secret })),
    toleranceMs: numberOption('webhooks.toleranceMs', toleranceMs, defaultToleranceMs),
    replayStore,
    idHeader,
  };
}

const isToken = (token: unknown) => isRecord(token) && typeof token['key'] === 'string' && !!token['secret'];
