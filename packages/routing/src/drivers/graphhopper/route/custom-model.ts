import {
  type AvoidFeature,
  type CheckedAvoid,
  closeRing,
  type Profile,
  type Vehicle,
} from '../../../driver.ts';
import { threeLettersOf } from './countries.ts';

// Far above every speed and priority: only the distance counts.
const onlyDistance = 100_000;

/**
 * The custom model of a query; `undefined` if it needs none. A priority of 0 closes a road.
 *
 * Source: graphhopper/graphhopper docs/core/custom-models.md.
 */
export function customModelOf(query: {
  readonly profile: Profile;
  readonly avoid: CheckedAvoid;
  readonly vehicle: Vehicle | undefined;
  readonly preference: string;
}): Readonly<Record<string, unknown>> | undefined {
  const { profile, avoid, vehicle = {}, preference } = query;
  const { areas } = avoid;
  const closed = [
    ...avoid.features.map((feature) => conditionOf(feature, profile)),
    ...avoid.countries.map(
      (country, index) => `country == ${threeLettersOf(country, `avoid.countries[${index}]`)}`,
    ),
    ...areas.map((_, index) => `in_area${index}`),
    ...sizesOf(vehicle),
  ];
  if (closed.length === 0 && preference !== 'shortest') return undefined;
  return {
    ...(closed.length === 0
      ? {}
      : { priority: closed.map((condition) => ({ if: condition, multiply_by: '0' })) }),
    ...(preference === 'shortest' ? { distance_influence: onlyDistance } : {}),
    ...(areas.length === 0 ? {} : { areas: { type: 'FeatureCollection', features: areas.map(featureOf) } }),
  };
}

// Source: values of the engine's encoded values, as `/info` of engine 11.0 lists them.
const unpaved = ['UNPAVED', 'COMPACTED', 'FINE_GRAVEL', 'GRAVEL', 'GROUND', 'DIRT', 'GRASS', 'SAND'];

const conditions: Readonly<Record<AvoidFeature, string>> = {
  tolls: 'toll == ALL',
  motorways: 'road_class == MOTORWAY',
  ferries: 'road_environment == FERRY',
  fords: 'road_environment == FORD',
  steps: 'road_class == STEPS',
  tunnels: 'road_environment == TUNNEL',
  bridges: 'road_environment == BRIDGE',
  unpaved: unpaved.map((surface) => `surface == ${surface}`).join(' || '),
};

function conditionOf(feature: AvoidFeature, profile: Profile): string {
  return feature === 'tolls' && profile === 'truck' ? 'toll == ALL || toll == HGV' : conditions[feature];
}

// A road without a sign has an infinite limit.
function sizesOf(vehicle: Vehicle): readonly string[] {
  const { heightMeters, widthMeters, lengthMeters, weightTonnes, axleLoadTonnes, hazardous } = vehicle;
  return [
    ...(heightMeters === undefined ? [] : [`max_height < ${heightMeters}`]),
    ...(widthMeters === undefined ? [] : [`max_width < ${widthMeters}`]),
    ...(lengthMeters === undefined ? [] : [`max_length < ${lengthMeters}`]),
    ...(weightTonnes === undefined ? [] : [`max_weight < ${weightTonnes}`]),
    ...(axleLoadTonnes === undefined ? [] : [`max_axle_load < ${axleLoadTonnes}`]),
    ...(hazardous === true ? ['hazmat == NO'] : []),
  ];
}

function featureOf(ring: CheckedAvoid['areas'][number], index: number) {
  const geometry = { type: 'Polygon', coordinates: [closeRing(ring)] };
  return { type: 'Feature', id: `area${index}`, properties: {}, geometry };
}
