import type { Profile } from './profile.ts';

/** All profiles of the model. @public */
export const routingProfiles: readonly Profile[] = [
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
