import { OrgError } from '@org/core/basics';

/** A presence channel has more members than the client keeps. The subscription goes on. @public */
export class RosterOverflowError extends OrgError {
  static override readonly family: string = 'RosterOverflowError';
  declare readonly code: 'roster-overflow';
}
