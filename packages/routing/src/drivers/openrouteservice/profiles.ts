import type { AvoidFeature, PerProfile, Profile } from '../../driver.ts';

/** The profiles of openrouteservice. @public */
export type OpenrouteserviceProfile = Exclude<Profile, 'motorcycle' | 'moped'>;

/** The names of profiles in the configuration of a server. @public */
export type OpenrouteserviceProfileNames = Readonly<Partial<Record<OpenrouteserviceProfile, string>>>;

export const profiles = [
  'driving',
  'truck',
  'bus',
  'cycling',
  'cycling-road',
  'cycling-mountain',
  'cycling-electric',
  'walking',
  'hiking',
  'wheelchair',
] as const satisfies readonly OpenrouteserviceProfile[];

/** The kinds of road that openrouteservice can avoid. @public */
export type OpenrouteserviceAvoidFeature = Exclude<AvoidFeature, 'tunnels' | 'bridges' | 'unpaved'>;

const motorFeatures: readonly OpenrouteserviceAvoidFeature[] = [
  'tolls',
  'motorways',
  'ferries',
  'fords',
  'steps',
];

/**
 * Cars never use steps; walkers and cyclists never use motorways. Walkers and cyclists do use toll roads, and
 * the service cannot avoid those for them.
 *
 * Source: openrouteservice API reference, "avoid_features".
 */
export const avoidFeatures: PerProfile<readonly OpenrouteserviceAvoidFeature[]> = {
  driving: motorFeatures,
  truck: motorFeatures,
  bus: motorFeatures,
  other: ['motorways', 'ferries', 'fords', 'steps'],
};
