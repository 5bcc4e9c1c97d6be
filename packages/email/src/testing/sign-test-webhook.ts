import { ConfigurationError } from '@org/core';
import { type OptionNames, optionKinds, refuseUnknown, requireArgument } from '@org/core/basics';
import { createLiveSecrets } from '@org/core/webhooks';
import type { EmailDriverExtras, EmailWebhooks } from '../driver.ts';

const testWebhookNames: OptionNames<TestWebhookOptions> = { url: 0, signedAt: 0, secret: 0 };

/** The address, time and secret of a webhook for a test. @public */
export interface TestWebhookOptions {
  /** Your own address, where the service sends its webhooks. @defaultValue 'https://example.com/webhook' */
  readonly url?: string | undefined;
  /** When the service signs it. @defaultValue now */
  readonly signedAt?: Date | undefined;
  /** @defaultValue the driver's first secret */
  readonly secret?: string | undefined;
}

/**
 * A webhook as the service would send it, signed with the driver's secret: for tests of your own handler.
 *
 * @example
 * const payload = { type: 'email.bounced', created_at: '2026-08-01T12:00:00Z', data: { email_id: 'm1' } };
 * const response = await handler(await signTestWebhook(resend(), payload, { secret }));
 *
 * @param payload - the body, or an object that becomes the body as JSON
 * @throws ConfigurationError for a driver without webhooks
 * @throws CredentialError without a secret
 * @public
 */
export async function signTestWebhook(
  driver: EmailDriverExtras & { readonly name: string },
  payload: string | object,
  options: TestWebhookOptions = {},
): Promise<Request> {
  refuseUnknown(options, testWebhookNames, 'signTestWebhook()');
  requireArgument('driver', driver, optionKinds.object);
  const { name, webhooks } = driver;
  if (webhooks === undefined) throw new ConfigurationError({ message: `${name} has no webhooks to sign.` });
  const { url = 'https://example.com/webhook', signedAt = new Date() } = options;
  const { webhookScheme } = await webhooks.load();
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const secret = options.secret ?? (await firstSecret(webhooks));
  const signed = await webhookScheme.sign(body, { secret, nowMs: signedAt.getTime(), url });
  const address = new URL(url);
  for (const [key, value] of Object.entries(signed.query ?? {})) address.searchParams.set(key, value);
  const headers = new Headers(signed.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return new Request(address, { method: 'POST', headers, body: signed.body ?? body });
}

async function firstSecret({ secrets }: EmailWebhooks): Promise<string> {
  const [secret] = await createLiveSecrets(secrets).get();
  return secret?.reveal() ?? '';
}
