import { taskDriver } from '@org/core/light';
import { sendCapabilities, sendDriver, sendInTurn } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { type CloudflareBinding, sendThrough } from './binding.ts';
import { bindingDefinition } from './binding-definition.ts';
import {
  type CloudflareBindingCapabilities,
  type CloudflareCapabilities,
  cloudflareCapabilities,
} from './limits.ts';
import { createOperations } from './operations.ts';
import { type CloudflareOptions, cloudflareService } from './service.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { CloudflareBinding } from './binding.ts';
export type { CloudflareBindingCapabilities, CloudflareCapabilities } from './limits.ts';
export type { CloudflareOptions } from './service.ts';

/**
 * `cloudflare()` of `@org/email/cloudflare` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: cloudflare() });
 *
 * @throws ConfigurationError without an account
 */
export function cloudflare(
  options: CloudflareOptions = {},
): SendDriver<CloudflareCapabilities, 'cloudflare'> {
  const { service, account } = cloudflareService(options);
  const { operations, classify } = createOperations(account);
  const [{ send }, parts] = [operations, { hasWebhooks: false }];
  return sendDriver(service, {}, { send, classify, capabilities: cloudflareCapabilities, parts });
}

/**
 * `cloudflareBinding()` of `@org/email/cloudflare`: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: cloudflareBinding(env.EMAIL) });
 *
 * @param binding - the binding `send_email` of the Worker's environment
 * @throws ConfigurationError for a value without `send`
 */
export function cloudflareBinding(
  binding: CloudflareBinding,
): SendDriver<CloudflareBindingCapabilities, 'cloudflare'> {
  const definition = bindingDefinition(binding, async () => sendThrough);
  const driver = taskDriver({ ...definition, capabilities: sendCapabilities(definition.capabilities) });
  const parts = { hasWebhooks: false, webhookSecrets: [], sendSeveral: sendInTurn };
  return { ...driver, name: 'cloudflare', parts };
}
