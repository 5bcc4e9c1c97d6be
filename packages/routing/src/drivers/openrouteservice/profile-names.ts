import type { AvoidFeature, Profile } from '../../driver.ts';
import { isMotorProfile } from '../../driver.ts';
import type { OpenrouteserviceProfile } from './profiles.ts';

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

export function convertToProfile(profile: Profile): string {
  return names[profile as OpenrouteserviceProfile];
}

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
