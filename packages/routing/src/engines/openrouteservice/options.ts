import { type Avoid, closeRing, type Vehicle } from '../../model/avoid.ts';
import type { Profile } from '../../model/profile.ts';
import { convertToAvoidFeature } from './avoid.ts';
import { vehicleTypeOf } from './profile.ts';

/**
 * The `options` of a request; `undefined` when there are none: their mere presence makes the service slower.
 */
export function convertToOptions(wishes: {
  readonly profile: Profile;
  readonly avoid?: Avoid | undefined;
  readonly vehicle?: Vehicle | undefined;
}): Readonly<Record<string, unknown>> | undefined {
  const { profile, avoid, vehicle } = wishes;
  const features = (avoid?.features ?? []).map((feature) => convertToAvoidFeature(feature, profile));
  const avoided = [...new Set(features.filter((feature) => feature !== undefined))];
  const areas = avoid?.areas ?? [];
  const vehicleType = vehicleTypeOf(profile, vehicle !== undefined);
  const options = {
    ...(avoided.length > 0 ? { avoid_features: avoided } : {}),
    ...(areas.length > 0 ? { avoid_polygons: multiPolygon(areas) } : {}),
    ...(vehicleType === undefined ? {} : { vehicle_type: vehicleType }),
    ...(vehicle === undefined ? {} : { profile_params: { restrictions: restrictions(vehicle) } }),
  };
  return Object.keys(options).length > 0 ? options : undefined;
}

function multiPolygon(areas: NonNullable<Avoid['areas']>) {
  return { type: 'MultiPolygon', coordinates: areas.map((ring) => [closeRing(ring)]) };
}

function restrictions(vehicle: Vehicle): Readonly<Record<string, unknown>> {
  const all = {
    height: vehicle.heightMeters,
    width: vehicle.widthMeters,
    length: vehicle.lengthMeters,
    weight: vehicle.weightTonnes,
    axleload: vehicle.axleLoadTonnes,
    hazmat: vehicle.hazardous,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
