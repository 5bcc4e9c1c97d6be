import type { scaleway } from '@org/email/scaleway';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof scaleway> = (scaleway, { url: baseUrl }) => {
  const common = { projectId: 'p-1', baseUrl };
  return {
    driver: scaleway({ ...common, apiKey: 'sc-good' }),
    driverWithWrongCredential: scaleway({ ...common, apiKey: 'sc-bad' }),
  };
};
