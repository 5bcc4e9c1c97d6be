import type { RequestCall } from '../../../driver.ts';
import type { requests } from '../requests.ts';

/** Runs one request of SendGrid. */
export type Call = RequestCall<typeof requests>;
