import { OrgError } from '../errors/org-error.ts';

/** The service began the job, and says that it failed. `details` and `providerCode` are what it says about it. @public */
export class JobFailedError extends OrgError {
  static override readonly family: string = 'JobFailedError';
  declare readonly code: 'job-failed';
}
