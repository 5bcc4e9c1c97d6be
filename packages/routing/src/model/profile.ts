import type { IssueList } from './issues.ts';

/** How one travels. Which of these an engine knows is in its driver's capabilities. @public */
export type Profile =
  | 'driving'
  | 'truck'
  | 'bus'
  | 'motorcycle'
  | 'moped'
  | 'cycling'
  | 'cycling-road'
  | 'cycling-mountain'
  | 'cycling-electric'
  | 'walking'
  | 'hiking'
  | 'wheelchair';

/** All profiles of the model. @public */
export const profiles: readonly Profile[] = [
  'driving',
  'truck',
  'bus',
  'motorcycle',
  'moped',
  'cycling',
  'cycling-road',
  'cycling-mountain',
  'cycling-electric',
  'walking',
  'hiking',
  'wheelchair',
];

const motorProfiles: readonly Profile[] = ['driving', 'truck', 'bus', 'motorcycle', 'moped'];

export function isMotorProfile(profile: Profile): boolean {
  return motorProfiles.includes(profile);
}

const footProfiles: readonly Profile[] = ['walking', 'hiking', 'wheelchair'];

export function isFootProfile(profile: Profile): boolean {
  return footProfiles.includes(profile);
}

export function checkProfile(value: unknown, issues: IssueList): void {
  if (!profiles.includes(value as Profile)) issues.add('profile', `must be one of ${profiles.join(', ')}`);
}
