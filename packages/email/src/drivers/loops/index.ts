import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver, emailWebhooks } from '../../driver.ts';
import { type LoopsCapabilities, loopsCapabilities } from './limits.ts';
import { type LoopsOptions, loopsService } from './service.ts';

export type { LoopsCapabilities, LoopsMessageOptions } from './limits.ts';
export type { LoopsOptions } from './service.ts';

/**
 * Sends stored templates through Loops (its OpenAPI document 1.21.6): a message has no `html`.
 *
 * Delivery: at most once. An attempt without a response is repeated: if Loops knows the key by then, the
 * result has `replayed: true`. A mail has no id. @public
 *
 * @example
 * const email = createEmailClient({ driver: loops() }); // LOOPS_API_KEY, else EMAIL_API_KEY
 */
export function loops(options: LoopsOptions = {}): EmailDriver<LoopsCapabilities> {
  const driver = httpDriver({
    service: loopsService(options),
    operations: load,
    capabilities: loopsCapabilities,
  });
  return defineEmailDriver(driver, { webhooks: emailWebhooks('LOOPS_WEBHOOK_SECRET', options, load) });
}

const load = () => import('./operations.ts');
