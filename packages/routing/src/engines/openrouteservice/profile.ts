import type { AvoidFeature } from '../../model/avoid.ts';
import { isMotorProfile, type Profile } from '../../model/profile.ts';

const names: Readonly<Partial<Record<Profile, string>>> = {
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

export const openrouteserviceProfiles = Object.keys(names) as Profile[];

export function convertToOpenrouteserviceProfile(profile: Profile): string {
  return names[profile] ?? profile;
}

/** Trucks and buses share a profile, which takes a vehicle for a truck unless told; restrictions want it told. */
export function vehicleTypeOf(profile: Profile, hasRestrictions: boolean): 'hgv' | 'bus' | undefined {
  if (profile === 'bus') return 'bus';
  return profile === 'truck' && hasRestrictions ? 'hgv' : undefined;
}

/**
 * A feature that a profile never uses is an error to the service, and avoided anyway: it is left out.
 * `undefined`: the service has no word for it.
 */
export function convertToAvoidFeature(feature: AvoidFeature, profile: Profile): string | undefined {
  const isMotor = isMotorProfile(profile);
  if (feature === 'tolls') return isMotor ? 'tollways' : undefined;
  if (feature === 'motorways') return isMotor ? 'highways' : undefined;
  if (feature === 'steps') return isMotor ? undefined : 'steps';
  return feature === 'ferries' || feature === 'fords' ? feature : undefined;
}
