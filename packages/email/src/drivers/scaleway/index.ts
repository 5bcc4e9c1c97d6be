import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import { type ScalewayCapabilities, scalewayCapabilities } from './limits.ts';
import { type ScalewayOptions, scalewayService } from './service.ts';

export type { ScalewayCapabilities, ScalewayMessageOptions } from './limits.ts';
export type { ScalewayOptions } from './service.ts';

/**
 * Sends through Scaleway Transactional Email, its API v1alpha1 (the official SDK, as of 2026).
 *
 * Delivery: at most once. Scaleway has no idempotency keys: an attempt without a response is an error with
 * `outcome: 'unknown'` and is never repeated. @public
 *
 * @example
 * const email = createEmailClient({ driver: scaleway() }); // SCW_SECRET_KEY, SCW_DEFAULT_PROJECT_ID
 *
 * @throws ConfigurationError without a project
 */
export function scaleway(options: ScalewayOptions = {}): EmailDriver<ScalewayCapabilities> {
  const { service, projectId, region } = scalewayService(options);
  const operations = async () => (await import('./operations.ts')).createOperations({ projectId, region });
  return defineEmailDriver(httpDriver({ service, operations, capabilities: scalewayCapabilities }));
}
