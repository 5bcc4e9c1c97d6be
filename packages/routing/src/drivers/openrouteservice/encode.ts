import type { HttpRequest } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import {
  type AvoidFeature,
  type CheckedAvoid,
  closeRing,
  type DirectionsQuery,
  type ExportGraphQuery,
  type IsochronesQuery,
  isMotorProfile,
  type MatrixQuery,
  type Profile,
  placeTable,
  type RoundTripShape,
  type SnapQuery,
  type Vehicle,
  withoutElevation,
} from '../../driver.ts';
import type { OpenrouteserviceProfile } from './profiles.ts';

/** Source: openrouteservice API reference, "Isochrones". */
export function encodeIsochrones(query: IsochronesQuery): HttpRequest {
  const { smoothing } = query;
  const attributes = query.attributes.map((name) => isochroneAttributes[name]);
  return post('isochrones', query, '', {
    locations: query.locations.map(withoutElevation),
    range: query.ranges,
    range_type: query.rangeType,
    location_type: query.direction === 'from' ? 'start' : 'destination',
    ...(query.rangeType === 'distance' ? { units: 'm' } : {}),
    ...(attributes.length > 0 ? { attributes } : {}),
    ...(smoothing === undefined ? {} : { smoothing: smoothing * 100 }),
    ...convertToOptions(query),
  });
}

const isochroneAttributes = { population: 'total_pop', reachFactor: 'reachfactor' } as const;

/** Source: openrouteservice API reference, "Matrix". */
export function encodeMatrix(query: MatrixQuery): HttpRequest {
  const { places, origins, destinations } = placeTable(query.origins, query.destinations);
  return post('matrix', query, '', {
    locations: places,
    // The service refuses numbers here.
    sources: origins.map(String),
    destinations: destinations.map(String),
    metrics: query.metrics,
    units: 'm',
  });
}

/**
 * Source: openrouteservice API reference, "Snapping". The JSON form: the GeoJSON form leaves out the places
 * that have no road near.
 */
export function encodeSnap(query: SnapQuery): HttpRequest {
  const locations = query.positions.map(withoutElevation);
  return post('snap', query, '/json', { locations, radius: query.radiusMeters });
}

/** Source: openrouteservice API reference, "Export". */
export function encodeExportGraph(query: ExportGraphQuery): HttpRequest {
  const [west, south, east, north] = query.boundingBox;
  const bbox = [
    [west, south],
    [east, north],
  ];
  return post('export', query, '/json', { bbox });
}

const joinedLists = ['extra_info', 'attributes', 'options.avoid_features', 'options.avoid_countries'];

/** A request to the engine: below the path of the engine. */
export function post(
  endpoint: string,
  query: {
    readonly profile: Profile;
    readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
  },
  format: string,
  body: Readonly<Record<string, unknown>>,
): HttpRequest {
  return {
    method: 'POST',
    path: `/${endpoint}/{profile}${format}`,
    params: { profile: convertToProfile(query.profile) },
    headers: { accept: 'application/json, application/geo+json' },
    json: mergeProviderOptions(body, query.providerOptions, joinedLists),
  };
}

// Only where there are any: even empty options make the service slower.
export function convertToOptions(query: {
  readonly profile: Profile;
  readonly avoid: CheckedAvoid;
  readonly vehicle?: Vehicle | undefined;
  readonly roundTrip?: RoundTripShape | undefined;
  readonly providerOptions: DirectionsQuery['providerOptions'];
}) {
  const { profile, avoid, vehicle, roundTrip } = query;
  const features = avoid.features.map((feature) => convertToAvoidFeature(feature, profile));
  const avoided = [...new Set(features.filter((feature) => feature !== undefined))];
  const areas = avoid.areas.map((ring) => [closeRing(ring)]);
  const options = {
    ...(avoided.length > 0 ? { avoid_features: avoided } : {}),
    ...(areas.length > 0 ? { avoid_polygons: { type: 'MultiPolygon', coordinates: areas } } : {}),
    ...(avoid.countries.length > 0
      ? { avoid_countries: avoid.countries.map((code) => code.toUpperCase()) }
      : {}),
    ...(avoid.borders === undefined ? {} : { avoid_borders: avoid.borders }),
    ...(profile === 'bus' ? { vehicle_type: 'bus' } : {}),
    // Restrictions need the kind of vehicle; trucks and buses share a profile.
    ...(profile === 'truck' && vehicle !== undefined && !hasVehicleType(query)
      ? { vehicle_type: 'hgv' }
      : {}),
    ...(roundTrip === undefined ? {} : { round_trip: convertToRoundTrip(roundTrip) }),
    ...(vehicle === undefined ? {} : { profile_params: { restrictions: convertToRestrictions(vehicle) } }),
  };
  return Object.keys(options).length > 0 ? { options } : {};
}

// Trucks have further kinds, such as `delivery`.
function hasVehicleType({ providerOptions }: Pick<DirectionsQuery, 'providerOptions'>): boolean {
  return Object(providerOptions?.['options']).vehicle_type !== undefined;
}

// A field that is `undefined` is not in the JSON.
function convertToRoundTrip({ lengthMeters: length, points, seed }: RoundTripShape) {
  return { length, points, seed };
}

function convertToRestrictions(vehicle: Vehicle) {
  return {
    height: vehicle.heightMeters,
    width: vehicle.widthMeters,
    length: vehicle.lengthMeters,
    weight: vehicle.weightTonnes,
    axleload: vehicle.axleLoadTonnes,
    hazmat: vehicle.hazardous,
  };
}

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
