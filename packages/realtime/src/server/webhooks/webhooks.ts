import { numberOption, OrgError, type Runtime } from '@org/core';
import { misconfigured } from '../../internal/wrong-input.ts';
import { isRecord } from '../../protocol/json.ts';
import type { AppIdentity } from '../app-identity.ts';
import type { LoadEncryption } from '../encryption.ts';
import { createLoader } from '../load-part.ts';
import type { Webhook, WebhookRequest } from './webhook-model.ts';
import type { AppToken, SecretsOfKey } from './webhook-secrets.ts';

/** The webhook is not from the service, or not recent. Respond with 401. @public */
export class WebhookSignatureError extends OrgError {
  static override readonly family: string = 'WebhookSignatureError';
  declare readonly code: 'webhook-signature';
}

/** Keys and age of webhooks. @public */
export interface WebhookOptions {
  /** Further valid pairs: during a rotation the old ones, or an old secret of the same key. */
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

interface WebhookParserParts {
  readonly app: AppIdentity;
  readonly loadEncryption: LoadEncryption;
  readonly runtime: Runtime;
}

/** @internal */
export function createWebhookParser(
  { app, loadEncryption, runtime }: WebhookParserParts,
  { tokens = [], toleranceMs = 600_000 }: WebhookOptions,
): (request: WebhookRequest) => Promise<Webhook> {
  const loadParts = createLoader(runtime, () => import('./webhook-parts.ts'));
  let secretsOf: SecretsOfKey | undefined;
  return async (request) => {
    const parts = await loadParts();
    const { checkTimestamp, createSecretsOfKey, decryptEvents, readEvents, readWebhookRequest, verifyHmac } =
      parts;
    const { header, bytes } = await readWebhookRequest(request);
    const key = header('x-pusher-key') ?? '';
    const signature = header('x-pusher-signature');
    if (bytes === undefined) throw forged('The webhook is larger than 10 MiB.');
    secretsOf ??= createSecretsOfKey(app, tokens, runtime);
    const secrets = await secretsOf(key);
    const isGenuine = secrets && (await verifyHmac({ secrets, bytes, signature, encoding: 'hex' }));
    if (!isGenuine)
      throw forged('The signature of the webhook does not match its body, or its app key is unknown.');
    const { timestampMs, events } = readEvents(bytes);
    if (!checkTimestamp({ timestampMs, nowMs: runtime.now(), toleranceMs }))
      throw forged('The webhook is too old, or from the future: check the clock, or raise toleranceMs.');
    return { at: new Date(timestampMs), events: await decryptEvents(events, loadEncryption) };
  };
}

function forged(message: string): WebhookSignatureError {
  return new WebhookSignatureError({ message, provider: 'realtime' });
}
