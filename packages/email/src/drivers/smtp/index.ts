import { taskDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import { smtpDefinition } from './definition.ts';
import type { SmtpCapabilities } from './limits.ts';
import { resolveFullSettings } from './settings/full-settings.ts';
import type { SmtpOptions } from './settings/options.ts';

export type { SmtpCapabilities } from './limits.ts';
export type { SmtpDsnOptions, SmtpMessageOptions } from './message/message-options.ts';
export type { SmtpPreset } from './presets/relays.ts';
export { sesSmtpPassword } from './presets/ses-password.ts';
export type { SmtpOptions } from './settings/options.ts';

/**
 * Sends through any SMTP relay. Needs Node, and no other package.
 *
 * Delivery: at most once. An attempt that the server surely did not accept is repeated. A connection lost
 * after the end of the message is an error with `outcome: 'unknown'`, and the call does not repeat it. All
 * attempts of one call have the same `Message-ID` and `Date`.
 *
 * Safe by default: TLS with checked certificates (except to this machine), no password before TLS; files
 * and URLs are never opened. @public
 *
 * @example
 * // The password comes from SMTP_PASSWORD.
 * const email = createEmailClient({ driver: smtp({ host: 'smtp.acme.dev', user: 'mailer' }) });
 *
 * @throws ConfigurationError for options that cannot work
 */
export function smtp(options: SmtpOptions = {}): EmailDriver<SmtpCapabilities> {
  const definition = smtpDefinition(options, resolveFullSettings(options), async (settings, runtime) => {
    const { createFullSender } = await import('./full-sender.ts');
    return createFullSender(settings, runtime);
  });
  return defineEmailDriver(taskDriver(definition));
}
