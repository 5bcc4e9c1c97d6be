import { sendDriver } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { type ScalewayCapabilities, scalewayCapabilities } from './limits.ts';
import { createOperations } from './operations.ts';
import { type ScalewayOptions, scalewayService } from './service.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { ScalewayCapabilities, ScalewayMessageOptions } from './limits.ts';
export type { ScalewayOptions } from './service.ts';

/**
 * `scaleway()` of `@org/email/scaleway` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: scaleway() });
 *
 * @throws ConfigurationError without a project
 */
export function scaleway(options: ScalewayOptions = {}): SendDriver<ScalewayCapabilities, 'scaleway'> {
  const { service, ...place } = scalewayService(options);
  const { operations, classify } = createOperations(place);
  const definition = { ...operations, classify, capabilities: scalewayCapabilities };
  return sendDriver(service, {}, { ...definition, parts: { hasWebhooks: false } });
}
