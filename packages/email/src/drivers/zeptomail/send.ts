import { sendDriver } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { type ZeptoMailCapabilities, zeptomailCapabilities } from './limits.ts';
import { classify, operations } from './operations.ts';
import { type ZeptoMailOptions, zeptomailService } from './service.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { ZeptoMailCapabilities } from './limits.ts';
export type { ZeptoMailMessageOptions } from './options.ts';
export type { ZeptoMailOptions } from './service.ts';

/**
 * `zeptomail()` of `@org/email/zeptomail` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * const email = createEmailClient({ driver: zeptomail() });
 */
export function zeptomail(options: ZeptoMailOptions = {}): SendDriver<ZeptoMailCapabilities, 'zeptomail'> {
  const definition = { ...operations, classify, capabilities: zeptomailCapabilities };
  return sendDriver(zeptomailService(options), {}, { ...definition, parts: { hasWebhooks: false } });
}
