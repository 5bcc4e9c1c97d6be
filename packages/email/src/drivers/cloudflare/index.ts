import { ConfigurationError } from '@org/core';
import { httpDriver, type TaskOperation, taskDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, type PreparedMessage, type SendReceipt } from '../../driver.ts';
import type { CloudflareBinding } from './binding.ts';
import {
  type CloudflareBindingCapabilities,
  type CloudflareCapabilities,
  cloudflareBindingCapabilities,
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
  const operations = async () => {
    const { createOperations, classify } = await import('./operations.ts');
    return { operations: createOperations(account), classify };
  };
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
  if (typeof Object(binding).send !== 'function')
    throw new ConfigurationError({
      message:
        'cloudflareBinding() needs a binding `send_email`: does the configuration of the Worker name it?',
    });
  const send: TaskOperation<PreparedMessage, SendReceipt> = {
    name: 'send',
    safety: 'unsafe',
    async run(message, context) {
      context.enter({ waitingFor: 'the code of the driver', outcome: 'not-sent' });
      return (await import('./binding.ts')).sendThrough(binding, message, context);
    },
  };
  return defineEmailDriver(
    taskDriver({
      name: 'cloudflare',
      capabilities: cloudflareBindingCapabilities,
      open: () => ({ operations: { send } }),
    }),
  );
}
