import { OrgError } from '../errors/org-error.ts';

/**
 * The service started the job, and reports that it failed. `details` and `providerCode` are the service's.
 * @public
 */
export class JobFailedError extends OrgError {
  static override readonly family: string = 'JobFailedError';
  declare readonly code: 'job-failed';
}
