import { ConfigurationError, type CredentialSource, credentialFrom, fromEnv } from '@org/core';
import { taskDriver } from '@org/core/driver';
import { defineEmailDriver, type EmailDriver } from '../../driver.ts';
import { type SmtpCapabilities, smtpCapabilities, smtpLimits } from './limits.ts';
import { createSmtpOperations } from './operations.ts';
import type { SmtpSender } from './sender.ts';
import { resolveSmtpSettings, type SmtpOptions } from './settings.ts';

export type { SmtpCapabilities } from './limits.ts';
export type { SmtpOptions, SmtpPoolOptions, SmtpTlsOptions } from './settings.ts';

/**
 * Sends through any SMTP relay. Needs Node and the package nodemailer, version 10.6 or later.
 *
 * Delivery: at most once. An attempt that the server surely did not accept is repeated. A connection lost
 * after the end of the message is an error with `outcome: 'unknown'`, and the call does not repeat it. All
 * attempts of one call have the same `Message-ID` and `Date`.
 *
 * Safe by default: TLS with checked certificates (except to this machine), no password before TLS; files
 * and URLs are never opened.
 *
 * @example
 * // The password comes from SMTP_PASSWORD.
 * const email = createEmailClient({ driver: smtp({ host: 'smtp.acme.dev', user: 'mailer' }) });
 *
 * @throws ConfigurationError for options that cannot work
 * @public
 */
export function smtp(options: SmtpOptions = {}): EmailDriver<SmtpCapabilities> {
  const { settings, password } = resolveSmtpSettings(options);
  const credential: CredentialSource | undefined =
    settings.user === undefined
      ? undefined
      : credentialFrom(password, fromEnv('SMTP_PASSWORD', 'EMAIL_SMTP_PASSWORD'));
  return defineEmailDriver(
    taskDriver({
      name: 'smtp',
      capabilities: smtpCapabilities,
      limits: smtpLimits(settings.maxConnections),
      credential,
      credentialOption: 'password',
      server: { address: settings.host, port: settings.port },
      open(runtime) {
        let sender: SmtpSender | undefined;
        const load = async () => {
          const { createSmtpSender } = await runtime.untimed(loadSender);
          sender ??= createSmtpSender(settings, runtime);
          return sender;
        };
        return { operations: createSmtpOperations(load), close: async () => sender?.close() };
      },
    }),
  );
}

/** What only calls need, nodemailer included: a program that never sends over SMTP need not install it. */
async function loadSender(): Promise<typeof import('./sender.ts')> {
  try {
    return await import('./sender.ts');
  } catch (cause) {
    throw new ConfigurationError({
      message:
        'smtp() did not load. It needs the package nodemailer, version 10.6 or later, in your program: ' +
        'npm install nodemailer@^10.6.0',
      provider: 'smtp',
      outcome: 'not-sent',
      cause,
    });
  }
}
