import type { HttpRequest } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import type { CheckedAvoid } from '../../model/avoid.ts';
import type { DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixQuery } from '../../model/matrix.ts';
import { closeRing, withoutElevation } from '../../model/position.ts';
import type { Profile } from '../../model/profile.ts';
import type { SnapQuery } from '../../model/snap.ts';
import type { Vehicle } from '../../model/vehicle.ts';
import { placeTable } from '../../wire/matrix.ts';
import { convertToLanguage } from './language.ts';
import { convertToAvoidFeature, convertToProfile } from './profiles.ts';

/** Source: openrouteservice API reference, "Directions". The service refuses a body with unknown fields. */
export function encodeDirections(query: DirectionsQuery): HttpRequest {
  const { waypoints, preference, alternatives, elevation, continueStraight } = query;
  return post('directions', query, '/json', {
    coordinates: waypoints.map(({ position }) => withoutElevation(position)),
    ...radiuses(query),
    // `providerOptions` may set it where the request does not: `custom` is possible there.
    ...(preference === 'recommended' ? {} : { preference }),
    units: 'm',
    language: convertToLanguage(query.language) ?? 'en',
    instructions: query.steps,
    // Always sent: the line cannot be decoded without knowing it.
    elevation,
    ...(continueStraight ? { continue_straight: true } : {}),
    // The service counts all routes, the best one included.
    ...(alternatives > 0 ? { alternative_routes: { target_count: alternatives + 1 } } : {}),
    ...convertToOptions(query),
  });
}

/** Source: openrouteservice API reference, "Isochrones". */
export function encodeIsochrones(query: IsochronesQuery): HttpRequest {
  return post('isochrones', query, '', {
    locations: query.locations.map(withoutElevation),
    range: query.ranges,
    range_type: query.rangeType,
    location_type: query.direction === 'from' ? 'start' : 'destination',
    ...(query.rangeType === 'distance' ? { units: 'm' } : {}),
    ...convertToOptions(query),
  });
}

/** Source: openrouteservice API reference, "Matrix". */
export function encodeMatrix(query: MatrixQuery): HttpRequest {
  const { places, origins, destinations } = placeTable(query.origins, query.destinations);
  return post('matrix', query, '/json', {
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

function post(
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
    path: `/v2/${endpoint}/${convertToProfile(query.profile)}${format}`,
    headers: { accept: 'application/json, application/geo+json' },
    json: mergeProviderOptions(body, query.providerOptions),
  };
}

// Without radiuses the service uses its own, which depend on the profile; -1 in a list means the same.
function radiuses({ waypoints, snapRadiusMeters }: DirectionsQuery) {
  const all = waypoints.map((waypoint) => waypoint.snapRadiusMeters ?? snapRadiusMeters);
  return all.some((radius) => radius !== undefined) ? { radiuses: all.map((radius) => radius ?? -1) } : {};
}

// Only where there are any: even empty options make the service slower.
function convertToOptions(query: {
  readonly profile: Profile;
  readonly avoid?: CheckedAvoid | undefined;
  readonly vehicle?: Vehicle | undefined;
}) {
  const { profile, avoid, vehicle } = query;
  const features = (avoid?.features ?? []).map((feature) => convertToAvoidFeature(feature, profile));
  const avoided = [...new Set(features.filter((feature) => feature !== undefined))];
  const areas = (avoid?.areas ?? []).map((ring) => [closeRing(ring)]);
  const options = {
    ...(avoided.length > 0 ? { avoid_features: avoided } : {}),
    ...(areas.length > 0 ? { avoid_polygons: { type: 'MultiPolygon', coordinates: areas } } : {}),
    ...(profile === 'bus' ? { vehicle_type: 'bus' } : {}),
    // Restrictions need the kind of vehicle; trucks and buses share a profile.
    ...(profile === 'truck' && vehicle !== undefined ? { vehicle_type: 'hgv' } : {}),
    ...(vehicle === undefined ? {} : { profile_params: { restrictions: convertToRestrictions(vehicle) } }),
  };
  return Object.keys(options).length > 0 ? { options } : {};
}

// A field that is `undefined` is not in the JSON.
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
