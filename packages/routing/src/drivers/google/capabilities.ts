import type {
  AvoidFeature,
  CreditsOf,
  OptionSupport,
  PerProfile,
  RequestCaps,
  RoutingCapabilities,
  SplitRules,
} from '../../driver.ts';

/** Source: google/maps/routing/v2/route_travel_mode.proto. Two-wheelers are billed at the highest price. */
const modes = { driving: 'DRIVE', motorcycle: 'TWO_WHEELER', cycling: 'BICYCLE', walking: 'WALK' } as const;

/** The profiles of Google. @public */
export type GoogleProfile = keyof typeof modes;

export const profiles = Object.keys(modes) as GoogleProfile[];

/** Google's word for a profile. */
export function modeOf(profile: string): string | undefined {
  return modes[profile as GoogleProfile];
}

/** The features that Google avoids. @public */
export type GoogleAvoidFeature = Extract<AvoidFeature, 'tolls' | 'motorways' | 'ferries'>;

/** The options that Google honours, as a type. @public */
export interface GoogleOptionSupport extends OptionSupport<GoogleAvoidFeature> {
  readonly avoidFeatures: PerProfile<readonly GoogleAvoidFeature[]>;
  readonly avoidAreas: false;
  readonly vehicle: readonly [];
  readonly elevation: false;
  readonly continueStraight: false;
  readonly matrixAvoid: true;
  readonly isochroneAvoid: false;
  readonly rangeTypes: readonly ['time'];
  readonly preferences: readonly ['recommended', 'fastest'];
  readonly bearings: true;
  readonly sides: readonly ['same'];
  readonly vias: true;
  readonly optimizeOrder: true;
  readonly attributes: readonly [];
}

/** The capabilities of Google, as a type. @public */
export interface GoogleCapabilities extends RoutingCapabilities {
  readonly profiles: readonly GoogleProfile[];
  readonly options: GoogleOptionSupport;
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: false;
  readonly rawRequests: true;
}

const avoided: readonly GoogleAvoidFeature[] = ['tolls', 'motorways', 'ferries'];

// `departAt` and `arriveBy` are local times. Google takes instants: `providerOptions` has those.
const options: GoogleOptionSupport = {
  // Source: google/maps/routing/v2/route_modifiers.proto.
  avoidFeatures: { driving: avoided, motorcycle: avoided, other: [] },
  avoidAreas: false,
  vehicle: [],
  elevation: false,
  continueStraight: false,
  matrixAvoid: true,
  isochroneAvoid: false,
  rangeTypes: ['time'],
  preferences: ['recommended', 'fastest'],
  bearings: true,
  // `sideOfRoad`: the side of the place alone.
  sides: ['same'],
  vias: true,
  optimizeOrder: true,
  attributes: [],
};

/** Source: developers.google.com/maps/documentation/routes/usage-and-billing (2026-11). */
const googleCaps: RequestCaps = {
  waypoints: 27,
  alternatives: 2,
  isochroneLocations: 1,
  isochroneRanges: 1,
  matrixCells: 625,
  snapPositions: 0,
};

/** The most cells of a matrix with `TRAFFIC_AWARE_OPTIMAL`. Source: as `googleCaps`. */
const optimalCells = 100;

// The traffic of a leg depends on those before it.
const split: SplitRules = { directions: 'never', matrix: 'tiles' };

export function capabilitiesOf(
  traffic: boolean | 'optimal',
  caps: Partial<RequestCaps> | undefined,
  perMinute: { readonly directions: number; readonly elements: number; readonly isochrones: number },
): GoogleCapabilities {
  const mostCells = traffic === 'optimal' ? optimalCells : googleCaps.matrixCells;
  return {
    directions: true,
    isochrones: true,
    matrix: true,
    snap: false,
    rawRequests: true,
    profiles,
    options,
    caps: { ...googleCaps, matrixCells: Math.min(mostCells, perMinute.elements), ...caps },
    split,
    rates: {
      directions: { perMinute: perMinute.directions },
      matrix: { perMinute: perMinute.elements },
      isochrones: { perMinute: perMinute.isochrones },
    },
  };
}

/** Google counts and bills the elements of a matrix. */
export const creditsOf: CreditsOf = (_name, query) =>
  'destinations' in query ? query.origins.length * query.destinations.length : 1;
