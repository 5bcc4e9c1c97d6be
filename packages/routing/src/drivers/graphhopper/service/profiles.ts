import type { AvoidFeature, Profile } from '../../../driver.ts';

// Source: GraphHopper Directions API, "Supported Routing Profiles".
const hostedNames = {
  driving: 'car',
  truck: 'truck',
  moped: 'scooter',
  cycling: 'bike',
  'cycling-road': 'racingbike',
  'cycling-mountain': 'mtb',
  walking: 'foot',
  hiking: 'hike',
} as const satisfies Partial<Record<Profile, string>>;

// Source: graphhopper/graphhopper core/src/main/resources/com/graphhopper/custom_models.
const ownNames = {
  ...hostedNames,
  bus: 'bus',
  motorcycle: 'motorcycle',
  wheelchair: 'wheelchair',
} as const satisfies Partial<Record<Profile, string>>;

/** The profiles of the hosted service. @public */
export type GraphHopperProfile = keyof typeof hostedNames;

/** The profiles that a server of your own may have. @public */
export type GraphHopperServerProfile = keyof typeof ownNames;

/** The names of profiles in the configuration of a server. @public */
export type GraphHopperProfileNames = Readonly<Partial<Record<GraphHopperServerProfile, string>>>;

export const hostedProfiles = Object.keys(hostedNames) as readonly GraphHopperProfile[];
export const ownProfiles = Object.keys(ownNames) as readonly GraphHopperServerProfile[];

export function nameOfProfile(profile: Profile, names: GraphHopperProfileNames = {}): string {
  const known = profile as GraphHopperServerProfile;
  return names[known] ?? ownNames[known];
}

/** The kinds of road that a custom model can avoid. @public */
export type GraphHopperAvoidFeature = AvoidFeature;
