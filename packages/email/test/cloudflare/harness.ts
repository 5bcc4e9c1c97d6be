import type { cloudflare } from '@org/email/cloudflare';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof cloudflare> = (cloudflare, { url: baseUrl }) => {
  const common = { accountId: 'a1', baseUrl };
  return {
    driver: cloudflare({ ...common, apiKey: 'cf-good' }),
    driverWithWrongCredential: cloudflare({ ...common, apiKey: 'cf-bad' }),
  };
};
