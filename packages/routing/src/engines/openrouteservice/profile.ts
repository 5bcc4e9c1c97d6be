import type { Profile } from '../../model/profile.ts';

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
