import type {
  AvoidFeature,
  CheckedAvoid,
  PerProfile,
  Profile,
  RoutePreference,
  Vehicle,
} from '../../driver.ts';

type CostingOptions = Readonly<Record<string, unknown>>;

/** The profiles that Valhalla has a costing for. @public */
export type ValhallaProfile = Exclude<Profile, 'cycling-electric'>;

const costings: Readonly<Record<ValhallaProfile, readonly [costing: string, CostingOptions?]>> = {
  driving: ['auto'],
  truck: ['truck'],
  bus: ['bus'],
  motorcycle: ['motorcycle'],
  moped: ['motor_scooter'],
  cycling: ['bicycle', { bicycle_type: 'hybrid' }],
  'cycling-road': ['bicycle', { bicycle_type: 'road' }],
  'cycling-mountain': ['bicycle', { bicycle_type: 'mountain' }],
  walking: ['pedestrian'],
  hiking: ['pedestrian', { max_hiking_difficulty: 3 }],
  wheelchair: ['pedestrian', { type: 'wheelchair' }],
};

export const profiles = /* @__PURE__ */ Object.keys(costings) as ValhallaProfile[];

/** The kinds of road that Valhalla can exclude. @public */
export type ValhallaAvoidFeature = Exclude<AvoidFeature, 'fords' | 'steps'>;

// A server may forbid hard exclusions (warning 208). There the soft preference still has an effect.
const exclusions: Readonly<Record<ValhallaAvoidFeature, CostingOptions>> = {
  tolls: { use_tolls: 0, exclude_tolls: true },
  motorways: { use_highways: 0, exclude_highways: true },
  ferries: { use_ferry: 0, exclude_ferries: true },
  tunnels: { exclude_tunnels: true },
  bridges: { exclude_bridges: true },
  unpaved: { exclude_unpaved: true },
};

const allFeatures = /* @__PURE__ */ Object.keys(exclusions) as ValhallaAvoidFeature[];

/**
 * The exclusions that the engine honours, by profile. Measured on engine 3.6.1 over Heidelberg: of 795 routes
 * on foot and by bicycle over unpaved roads, `exclude_unpaved` changed none; motorcycles and mopeds
 * ignore it too.
 *
 * Source: valhalla/valhalla test/gurka/test_exclude_*.cc for the other exclusions.
 */
export const avoidFeatures: PerProfile<readonly ValhallaAvoidFeature[]> = {
  driving: allFeatures,
  truck: allFeatures,
  bus: allFeatures,
  other: /* @__PURE__ */ allFeatures.filter((feature) => feature !== 'unpaved'),
};

/**
 * The mode of travel, and how to weigh roads.
 *
 * Source: valhalla/valhalla docs, "Costing models" and "Costing options".
 */
export function convertToCosting(query: {
  readonly profile: Profile;
  readonly preference?: RoutePreference;
  readonly avoid?: CheckedAvoid | undefined;
  readonly vehicle?: Vehicle | undefined;
}) {
  const [costing, costingOptions] = costings[query.profile as ValhallaProfile];
  const options = {
    ...costingOptions,
    ...(query.preference === 'shortest' ? { shortest: true } : {}),
    ...(query.avoid && convertToExclusions(query.avoid)),
    ...(query.vehicle && convertToVehicleOptions(query.vehicle)),
  };
  return { costing, costing_options: { [costing]: options } };
}

// Features without an exclusion do not arrive here: the capabilities have refused them.
function convertToExclusions(avoid: CheckedAvoid): CostingOptions {
  const byFeature: Readonly<Partial<Record<AvoidFeature, CostingOptions>>> = exclusions;
  return Object.assign({}, ...avoid.features.map((feature) => byFeature[feature]));
}

// A field that is `undefined` is not in the JSON.
function convertToVehicleOptions(vehicle: Vehicle): CostingOptions {
  return {
    height: vehicle.heightMeters,
    width: vehicle.widthMeters,
    length: vehicle.lengthMeters,
    weight: vehicle.weightTonnes,
    axle_load: vehicle.axleLoadTonnes,
    hazmat: vehicle.hazardous,
  };
}
