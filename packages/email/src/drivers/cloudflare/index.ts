import { httpDriver, taskDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import type { CloudflareBinding } from './binding.ts';
import { bindingDefinition } from './binding-definition.ts';
import {
  type CloudflareBindingCapabilities,
  type CloudflareCapabilities,
  cloudflareCapabilities,
} from './limits.ts';
import { type CloudflareOptions, cloudflareService } from './service.ts';

export type { CloudflareBinding } from './binding.ts';
export type { CloudflareBindingCapabilities, CloudflareCapabilities } from './limits.ts';
export type { CloudflareOptions } from './service.ts';

/**
 * Sends through Cloudflare Email Sending, its REST API (developers.cloudflare.com, as of November 2026).
 *
 * Delivery: at most once. Cloudflare has no idempotency keys: an attempt without a response is an error with
 * `outcome: 'unknown'` and is never repeated. @public
 *
 * @example
 * const email = createEmailClient({ driver: cloudflare() }); // CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID
 *
 * @throws ConfigurationError without an account
 */
export function cloudflare(options: CloudflareOptions = {}): EmailDriver<CloudflareCapabilities> {
  const { service, account } = cloudflareService(options);
  const operations = async () => (await import('./operations.ts')).createOperations(account);
  return defineEmailDriver(httpDriver({ service, operations, capabilities: cloudflareCapabilities }));
}

/**
 * Sends through a binding `send_email` of a Worker, which needs no key. Delivery: at most once, as of
 * {@link cloudflare}. @public
 *
 * @example
 * const email = createEmailClient({ driver: cloudflareBinding(env.EMAIL) });
 *
 * @param binding - the binding of the Worker's environment
 * @throws ConfigurationError for a value without `send`: the Worker's configuration names no such binding
 */
export function cloudflareBinding(binding: CloudflareBinding): EmailDriver<CloudflareBindingCapabilities> {
  const load = async () => (await import('./binding.ts')).sendThrough;
  return defineEmailDriver(taskDriver(bindingDefinition(binding, load)));
}
