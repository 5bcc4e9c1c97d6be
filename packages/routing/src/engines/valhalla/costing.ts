import type { Avoid, Vehicle } from '../../model/avoid.ts';
import type { RoutePreference } from '../../model/directions.ts';
import type { Profile } from '../../model/profile.ts';
import { convertToExclusions } from './avoid.ts';

/** Valhalla's words for how to travel: a mode, and how to weigh roads. */
export interface ValhallaCosting {
  readonly costing: string;
  readonly costing_options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The profiles that Valhalla has a costing for. @public */
export type ValhallaProfile = Exclude<Profile, 'cycling-electric'>;

interface CostingWishes {
  readonly profile: Profile;
  readonly preference?: RoutePreference;
  readonly avoid?: Avoid | undefined;
  readonly vehicle?: Vehicle | undefined;
}

const costings: Readonly<Record<ValhallaProfile, readonly [string, Readonly<Record<string, unknown>>]>> = {
  driving: ['auto', {}],
  truck: ['truck', {}],
  bus: ['bus', {}],
  motorcycle: ['motorcycle', {}],
  moped: ['motor_scooter', {}],
  cycling: ['bicycle', { bicycle_type: 'Hybrid' }],
  'cycling-road': ['bicycle', { bicycle_type: 'Road' }],
  'cycling-mountain': ['bicycle', { bicycle_type: 'Mountain' }],
  walking: ['pedestrian', {}],
  hiking: ['pedestrian', { max_hiking_difficulty: 3 }],
  wheelchair: ['pedestrian', { type: 'wheelchair' }],
};

export const valhallaProfiles = Object.keys(costings) as ValhallaProfile[];

/** Source: valhalla/valhalla docs, "Costing models" and "Costing options". */
export function convertToValhallaCosting(wishes: CostingWishes): ValhallaCosting {
  const [costing, own] = costings[wishes.profile as ValhallaProfile];
  const options = {
    ...own,
    ...(wishes.preference === 'shortest' ? { shortest: true } : {}),
    ...convertToExclusions(wishes.avoid),
    ...vehicleOptions(wishes.vehicle),
  };
  return { costing, costing_options: { [costing]: options } };
}

function vehicleOptions(vehicle: Vehicle | undefined): Readonly<Record<string, unknown>> {
  if (vehicle === undefined) return {};
  const options: Record<string, unknown> = {
    height: vehicle.heightMeters,
    width: vehicle.widthMeters,
    length: vehicle.lengthMeters,
    weight: vehicle.weightTonnes,
    axle_load: vehicle.axleLoadTonnes,
    hazmat: vehicle.hazardous,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
