import { maxConcurrency, perMinute, type Runtime } from '@org/core';
import { LazyModule } from '@org/core/driver';
import { capabilitiesOf } from './limits.ts';
import { createSmtpOperations } from './operations.ts';
import type { SmtpSender } from './sender.ts';
import type { SmtpOptions } from './settings/options.ts';
import type { ResolvedSettings, SmtpSettings } from './settings/settings.ts';
import { signInCredential } from './settings/sign-in-credential.ts';

/** The driver of a relay as data. Its sender opens with the first mail. */
export function smtpDefinition(
  options: Pick<SmtpOptions, 'accessToken'>,
  { settings, password }: ResolvedSettings,
  openSender: (settings: SmtpSettings, runtime: Runtime) => Promise<SmtpSender>,
) {
  return {
    name: 'smtp',
    capabilities: capabilitiesOf(settings.relay),
    // A relay publishes no rate: the general default, and no more mails at once than there are connections.
    limits: [maxConcurrency(settings.maxConnections), perMinute(1_000)],
    ...signInCredential(settings, options, password),
    secrets: [...settings.dkim.map(({ privateKey }) => privateKey), settings.proxy?.password],
    server: { address: settings.host, port: settings.port },
    open(runtime: Runtime) {
      const sender = new LazyModule('smtp', () => openSender(settings, runtime));
      return {
        operations: createSmtpOperations(() => sender.load()),
        close: async () => sender.loaded?.close(),
      };
    },
  };
}
