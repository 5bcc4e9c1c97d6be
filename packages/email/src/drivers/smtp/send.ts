import { taskDriver } from '@org/core/light';
import { sendCapabilities, sendInTurn } from '../../light/kit.ts';
import type { SendDriver } from '../../light/names.ts';
import { smtpDefinition } from './definition.ts';
import type { SmtpCapabilities } from './limits.ts';
import type { SmtpPart, SmtpSendOptions } from './parts.ts';
import { createSmtpSender } from './sender.ts';
import { refuse } from './settings/checks.ts';
import type { SmtpReaders, SmtpTools } from './settings/code.ts';
import { refuseUnknownOptions } from './settings/known-options.ts';
import type { SmtpOptions } from './settings/options.ts';
import { resolveSmtpSettings } from './settings/settings.ts';

export type * from '../../light/names.ts';
export { createEmailClient, lateContent } from '../../light/names.ts';
export type { SmtpCapabilities } from './limits.ts';
export type { SmtpDsnOptions, SmtpMessageOptions } from './message/message-options.ts';
export { dkim, preset, proxy, type SmtpPart, type SmtpSendOptions } from './parts.ts';
export type { SmtpPreset } from './presets/relays.ts';
export { sesSmtpPassword } from './presets/ses-password.ts';
export type { SmtpOptions } from './settings/options.ts';

/**
 * `smtp()` of `@org/email/smtp` that only sends: for `createEmailClient` of this entry. @public
 *
 * @example
 * // The password comes from SMTP_PASSWORD.
 * const email = createEmailClient({ driver: smtp({ host: 'smtp.acme.dev', user: 'mailer' }) });
 *
 * @throws ConfigurationError for options that cannot work, also without their part
 */
export function smtp<Part extends SmtpPart = never>(
  options: SmtpSendOptions<Part> = {} as never,
): SendDriver<SmtpCapabilities, 'smtp'> {
  const given = options as SmtpOptions;
  refuseUnknownOptions(given, { use: 0 });
  const code = codeOf(options.use);
  const definition = smtpDefinition(given, resolveSmtpSettings(given, code), async (settings, runtime) =>
    createSmtpSender(settings, runtime, code),
  );
  const driver = taskDriver({ ...definition, capabilities: sendCapabilities(definition.capabilities) });
  return {
    ...driver,
    name: 'smtp',
    parts: { hasWebhooks: false, webhookSecrets: [], sendSeveral: sendInTurn },
  };
}

/** @throws ConfigurationError for what is not a part */
function codeOf(use: SmtpPart | readonly SmtpPart[] = []): SmtpReaders & SmtpTools {
  const codes = [use].flat().map((part) => part?.code);
  if (codes.includes(undefined as never))
    throw refuse("use takes parts of '@org/email/smtp/send': dkim, preset, proxy");
  return Object.assign({}, ...codes);
}
