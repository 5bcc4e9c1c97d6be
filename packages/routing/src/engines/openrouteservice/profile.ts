import type { Profile } from '../../model/profile.ts';

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

export const openrouteserviceProfiles = Object.keys(names) as OpenrouteserviceProfile[];

export function convertToOpenrouteserviceProfile(profile: Profile): string {
  return names[profile as OpenrouteserviceProfile];
}

/**
 * Trucks and buses share a profile, which takes a vehicle for a truck unless told; restrictions want it told.
 */
export function vehicleTypeOf(profile: Profile, hasRestrictions: boolean): 'hgv' | 'bus' | undefined {
  if (profile === 'bus') return 'bus';
  return profile === 'truck' && hasRestrictions ? 'hgv' : undefined;
}
