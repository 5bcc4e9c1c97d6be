import type { AvoidFeature } from '../../model/avoid.ts';
import { isMotorProfile, type PerProfile, type Profile } from '../../model/profile.ts';

/** The profiles of openrouteservice. @public */
export type OpenrouteserviceProfile = Exclude<Profile, 'motorcycle' | 'moped'>;

const names: Readonly<Record<OpenrouteserviceProfile, string>> = {
  driving: 'driving-car',
  truck: 'driving-hgv',
  bus: 'driving-hgv',
  cycling: 'cycling-regular',
  'cycling-road': 'cycling-road',
  'cycling-mountain': 'cycling-mountain',
  'cycling-electric': 'cycling-electric',
  walking: 'foot-walking',
  hiking: 'foot-hiking',
  wheelchair: 'wheelchair',
};

export const profiles = Object.keys(names) as OpenrouteserviceProfile[];

export function convertToProfile(profile: Profile): string {
  return names[profile as OpenrouteserviceProfile];
}

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

/**
 * The service's name of a feature; `undefined` for a feature that the profile never uses: the service refuses
 * those.
 */
export function convertToAvoidFeature(feature: AvoidFeature, profile: Profile): string | undefined {
  const isMotor = isMotorProfile(profile);
  if (feature === 'tolls') return 'tollways';
  if (feature === 'motorways') return isMotor ? 'highways' : undefined;
  if (feature === 'steps') return isMotor ? undefined : 'steps';
  return feature;
}
