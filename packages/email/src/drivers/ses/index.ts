import type { RawRequest, ServiceResponse } from '@org/core';
import { requireArgument } from '@org/core/basics';
import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import type { SesAccount } from './account.ts';
import { type SesCapabilities, sesBatchKey } from './limits.ts';
import { type SesOptions, sesService } from './service.ts';

export type { SesAccount } from './account.ts';
export type { AwsCredentialsInput } from './credentials.ts';
export type { SesCapabilities } from './limits.ts';
export type { SesMessageOptions } from './options.ts';
export type { SesOptions } from './service.ts';
export type { AwsCredentials } from './sign.ts';

/**
 * Sends through the API v2 of Amazon SES (API model of October 2026, and the SES Developer Guide), with
 * templates, contacts, topics, suppressions and message insights.
 *
 * Delivery: at most once. SES has no idempotency keys, so a send without a response is not repeated, and its
 * outcome is `unknown`.
 *
 * A mail is `accepted` before SES fills in its template: a missing variable is an event of the type `failed`.
 * @public
 *
 * @example
 * // The keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
 * const email = createEmailClient({ driver: ses({ region: 'eu-west-1', maxSendRate: 14 }) });
 */
export function ses(options: SesOptions = {}): EmailDriver<SesCapabilities> {
  const { service, settings, capabilities, webhookSettings } = sesService(options);
  const driver = httpDriver({
    service,
    operations: async () => (await import('./operations.ts')).createOperations(settings),
    capabilities,
  });
  return defineEmailDriver(driver, {
    batchKey: sesBatchKey,
    webhooks: {
      secrets: [],
      load: async () => {
        const { createWebhookScheme } = await import('./sns/webhooks.ts');
        return { webhookScheme: createWebhookScheme(webhookSettings()) };
      },
    },
  });
}

/**
 * The sending quota and the state of the account in the driver's region. @public
 *
 * @example
 * const { maxSendRate } = await getSesAccount(createEmailClient({ driver: ses() }));
 */
export async function getSesAccount(email: {
  request(request: RawRequest): Promise<ServiceResponse>;
}): Promise<SesAccount> {
  requireArgument('email', email, ['a client', (value) => typeof Object(value).request === 'function']);
  const [{ readAccount }, response] = await Promise.all([
    import('./account.ts'),
    email.request({ method: 'GET', path: '/v2/email/account' }),
  ]);
  return readAccount(response);
}
