import { numberOption, OrgError, type Runtime } from '@org/core';
import { misconfigured } from '../internal/wrong-input.ts';
import { isRecord } from '../protocol/json.ts';
import { createLoader } from './load-operations.ts';
import { signatures } from './signatures.ts';
import type { Webhook, WebhookRequest } from './webhook-model.ts';
import type { AppToken, SecretsOfKey } from './webhook-secrets.ts';

/** The webhook does not come from the service, or not now. Answer 401 and forget it. @public */
export class WebhookSignatureError extends OrgError {
  static override readonly family: string = 'WebhookSignatureError';
  declare readonly code: 'webhook-signature';
}

/** Which keys a webhook may be signed with, and how old it may be. @public */
export interface WebhookOptions {
  /** Further pairs that are valid now: the old ones during a rotation, or an old secret of the same key. */
  readonly tokens?: readonly AppToken[] | undefined;
  /**
   * How far `time_ms` may be from now, both ways; the service repeats a failed webhook for five minutes.
   *
   * @defaultValue 600 000
   */
  readonly toleranceMs?: number | undefined;
}

/** @throws ConfigurationError @internal */
export function requireWebhookOptions(options: WebhookOptions): void {
  if (!isRecord(options as unknown))
    throw misconfigured('webhooks must be an object, like { toleranceMs: 600_000 }.');
  const { tokens = [] } = options;
  if (!Array.isArray(tokens) || !tokens.every((token) => isRecord(token) && typeof token['key'] === 'string'))
    throw misconfigured('webhooks.tokens must be a list of { key, secret }.');
  numberOption('webhooks.toleranceMs', options.toleranceMs, 0);
}

/** @internal */
export interface WebhookParserOptions {
  readonly secretsOf: SecretsOfKey;
  readonly options: WebhookOptions;
  readonly runtime: Runtime;
}

/** @internal */
export function createWebhookParser({
  secretsOf,
  options: { toleranceMs = 600_000 },
  runtime,
}: WebhookParserOptions): (request: WebhookRequest) => Promise<Webhook> {
  const content = createLoader(runtime, () => import('./webhook-content.ts'));
  return async (request) => {
    const { readEvents, readRequest } = await content();
    const { checkTimestamp, verifyHmac } = await signatures();
    const { key, signature, bytes } = await readRequest(request);
    if (bytes === undefined) throw forged('The webhook is larger than 10 MiB.');
    const secrets = await secretsOf(key);
    const isGenuine = secrets && (await verifyHmac({ secrets, bytes, signature, encoding: 'hex' }));
    if (!isGenuine)
      throw forged('The webhook’s signature does not fit its body, or its key is not one of ours.');
    const { timestampMs, events } = readEvents(bytes);
    if (!checkTimestamp({ timestampMs, nowMs: runtime.now(), toleranceMs }))
      throw forged('The webhook is too old, or from the future.');
    return { at: new Date(timestampMs), events };
  };
}

function forged(message: string): WebhookSignatureError {
  return new WebhookSignatureError({ message, provider: 'realtime' });
}
