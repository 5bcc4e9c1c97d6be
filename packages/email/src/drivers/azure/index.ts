import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type AzureCapabilities, azureCapabilities } from './limits.ts';
import { type AzureOptions, azureService } from './service.ts';

export type { AzureCapabilities, AzureMessageOptions } from './limits.ts';
export type { AzureOptions } from './service.ts';

/**
 * Sends through Azure Communication Services Email (its REST API, version 2025-09-01).
 *
 * Delivery: at most once. An attempt without a response is an error with `outcome: 'unknown'` and is never
 * repeated. Azure accepts a mail before it checks its recipients: `waitForResult` waits for what follows.
 * @public
 *
 * @example
 * const email = createEmailClient({ driver: azure() }); // COMMUNICATION_CONNECTION_STRING
 *
 * @throws ConfigurationError without the address of a resource
 */
export function azure(options: AzureOptions = {}): EmailDriver<AzureCapabilities> {
  const { service, apiVersion, waitForResult } = azureService(options);
  const operations = async () => (await load()).createOperations({ apiVersion, waitForResult });
  const driver = httpDriver({ service, operations, capabilities: azureCapabilities });
  return defineEmailDriver(driver, { webhooks: emailWebhooks('AZURE_WEBHOOK_SECRET', options, load) });
}

const load = () => import('./operations.ts');
