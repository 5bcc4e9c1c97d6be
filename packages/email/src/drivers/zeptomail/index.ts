import { httpDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import { type ZeptoMailCapabilities, zeptomailCapabilities } from './limits.ts';
import { type ZeptoMailOptions, zeptomailService } from './service.ts';

export type { ZeptoMailCapabilities } from './limits.ts';
export type { ZeptoMailMessageOptions } from './options.ts';
export type { ZeptoMailOptions } from './service.ts';

/**
 * Sends through ZeptoMail's API 1.1 (zoho.com/zeptomail/help, as of 2026).
 *
 * Delivery: at most once. ZeptoMail has no idempotency keys: an attempt without a response is an error with
 * `outcome: 'unknown'` and is never repeated. @public
 *
 * @example
 * const email = createEmailClient({ driver: zeptomail() }); // ZEPTOMAIL_API_KEY, else EMAIL_API_KEY
 */
export function zeptomail(options: ZeptoMailOptions = {}): EmailDriver<ZeptoMailCapabilities> {
  const service = zeptomailService(options);
  const operations = () => import('./operations.ts');
  return defineEmailDriver(httpDriver({ service, operations, capabilities: zeptomailCapabilities }));
}
