import type { generic } from '@org/email/generic';
import type { Harness } from '../support/harness.ts';
import { acme } from './acme.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof generic> = (generic, { url: baseUrl }) => ({
  driver: generic(acme, { apiKey: 'good', baseUrl }),
  driverWithWrongCredential: generic(acme, { apiKey: 'bad', baseUrl }),
});
