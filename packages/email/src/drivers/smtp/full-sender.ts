import type { Runtime } from '@org/core';
import { createSigner } from './message/dkim.ts';
import { openTunnels } from './proxy/tunnel.ts';
import { createSmtpSender, type SmtpSender } from './sender.ts';
import type { SmtpSettings } from './settings/settings.ts';

/** Loaded with the first mail. */
export function createFullSender(settings: SmtpSettings, runtime: Runtime): SmtpSender {
  return createSmtpSender(settings, runtime, { createSigner, openTunnels });
}
