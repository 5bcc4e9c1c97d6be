import type { zeptomail } from '@org/email/zeptomail';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof zeptomail> = (zeptomail, { url: baseUrl }) => ({
  driver: zeptomail({ apiKey: 'ze-good', baseUrl }),
  driverWithWrongCredential: zeptomail({ apiKey: 'ze-bad', baseUrl }),
});
