import type { brevo } from '@org/email/brevo';
import type { Harness } from '../support/harness.ts';
import { needs } from './needs.ts';

/** The key of the stand-in. */
export const apiKey = 'xkeysib-stand-in';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof brevo> = (brevo, { url: baseUrl }) => ({
  driver: brevo({ apiKey, baseUrl, webhookSecret: 'hook-secret' }),
  driverWithWrongCredential: brevo({ apiKey: 'xkeysib-somebody-else', baseUrl }),
  ...needs,
});
