import { relays } from '../presets/relays.ts';
import { refuseUnknownOptions } from './known-options.ts';
import type { SmtpOptions } from './options.ts';
import { type ResolvedSettings, resolveSmtpSettings } from './settings.ts';
import { readDkim, readProxy } from './signing-and-proxy.ts';

/** @throws ConfigurationError */
export function resolveFullSettings(options: SmtpOptions): ResolvedSettings {
  refuseUnknownOptions(options);
  return resolveSmtpSettings(options, { relays, readDkim, readProxy });
}
