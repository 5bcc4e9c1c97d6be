import type { AvoidFeature } from '../../model/avoid.ts';
import type { PerProfile } from '../../model/capabilities.ts';
import { isMotorProfile, type Profile } from '../../model/profile.ts';

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
 * Cars never use steps, walkers and cyclists never use motorways. Walkers and cyclists do use toll roads, and
 * the service has no way to keep them off.
 *
 * Source: openrouteservice API reference, "avoid_features".
 */
export const openrouteserviceAvoidFeatures: PerProfile<readonly OpenrouteserviceAvoidFeature[]> = {
  driving: motorFeatures,
  truck: motorFeatures,
  bus: motorFeatures,
  other: ['motorways', 'ferries', 'fords', 'steps'],
};

/** The service's word; `undefined` for a feature that the profile never uses: the service refuses those. */
export function convertToAvoidFeature(feature: AvoidFeature, profile: Profile): string | undefined {
  const isMotor = isMotorProfile(profile);
  if (feature === 'tolls') return 'tollways';
  if (feature === 'motorways') return isMotor ? 'highways' : undefined;
  if (feature === 'steps') return isMotor ? undefined : 'steps';
  return feature;
}
