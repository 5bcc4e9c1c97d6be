import { OrgError } from '@org/core/basics';

/**
 * The user is not signed in: `authenticate` failed, refused, or returned another value, or the service
 * refused. `status` is the endpoint's, or the service's code. The connection and its channels continue.
 * @public
 */
export class SignInError extends OrgError {
  static override readonly family: string = 'SignInError';
  declare readonly code: 'sign-in';
}
