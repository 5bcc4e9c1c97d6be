import { composedSendDriver, webhookPart } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { type AzureCapabilities, azureCapabilities } from './limits.ts';
import { createOperations, webhookScheme } from './operations.ts';
import { type AzureOptions, azureService } from './service.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { AzureCapabilities, AzureMessageOptions } from './limits.ts';
export type { AzureOptions } from './service.ts';

/**
 * `azure()` of `@org/email/azure` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: azure() });
 *
 * @throws ConfigurationError without the address of a resource
 */
export function azure(options: AzureOptions = {}): SendDriver<AzureCapabilities, 'azure'> {
  const { service, ...settings } = azureService(options);
  const { operations, classify } = createOperations(settings);
  const { send, ...requests } = operations;
  const capabilities = azureCapabilities;
  return composedSendDriver(service, options, { send, requests, classify, capabilities });
}

/** Receives the service's webhooks: `createEmailClient({ driver: azure(), use: webhooks })`. @public */
export const webhooks = /* @__PURE__ */ webhookPart('azure', webhookScheme);
