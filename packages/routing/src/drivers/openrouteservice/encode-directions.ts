import type { HttpRequest } from '@org/core';
import { type CheckedWaypoint, type DirectionsQuery, withoutElevation } from '../../driver.ts';
import { extraName } from './attributes.ts';
import { convertToOptions, post } from './encode.ts';

/** Source: openrouteservice API reference, "Directions". The service refuses a body with unknown fields. */
export function encodeDirections(query: DirectionsQuery): HttpRequest {
  const { waypoints, preference, alternatives, elevation, continueStraight } = query;
  return post('directions', query, '/json', {
    coordinates: waypoints.map(({ position }) => withoutElevation(position)),
    // Stated, so that `providerOptions` cannot turn it off: the result is read from the line.
    geometry: true,
    ...radiuses(query),
    ...bearings(query),
    // `providerOptions` may set it where the request does not: `custom` is possible there.
    ...(preference === 'recommended' ? {} : { preference }),
    units: 'm',
    language: convertToLanguage(query.language) ?? 'en',
    // Without instructions the service states no legs either. Of a single leg the route states all.
    instructions: query.steps || waypoints.length > 2,
    // Always sent: the line cannot be decoded without knowing it.
    elevation,
    ...(continueStraight ? { continue_straight: true } : {}),
    // The service counts all routes, the best one included.
    ...(alternatives > 0 ? { alternative_routes: { target_count: alternatives + 1 } } : {}),
    ...(query.attributes.length > 0 ? { extra_info: query.attributes.map(extraName) } : {}),
    ...convertToOptions(query),
  });
}

// Without radiuses the service uses its own, which depend on the profile; -1 in a list means the same.
function radiuses({ waypoints, snapRadiusMeters }: DirectionsQuery) {
  const all = waypoints.map((waypoint) => waypoint.snapRadiusMeters ?? snapRadiusMeters);
  return all.some((radius) => radius !== undefined) ? { radiuses: all.map((radius) => radius ?? -1) } : {};
}

// One entry for each waypoint; an empty one for no bearing.
function bearings({ waypoints }: DirectionsQuery) {
  const hasBearing = waypoints.some(({ bearing }) => bearing !== undefined);
  return hasBearing ? { bearings: waypoints.map(convertToBearing) } : {};
}

function convertToBearing({ bearing }: CheckedWaypoint): number[] {
  if (bearing === undefined) return [];
  const { degrees, toleranceDegrees } = bearing;
  return toleranceDegrees === undefined ? [degrees] : [degrees, toleranceDegrees];
}

// Source: GIScience/openrouteservice, APIEnums.Languages.
const languages = 'cs da de en eo es eu fi fr gr he hu id it ja lt lv nb ne nl pl pt ro ru tr ua vi zh'.split(
  ' ',
);

// The service names these languages by their country.
const serviceNames: Readonly<Record<string, string>> = { el: 'gr', uk: 'ua', no: 'nb' };

/**
 * The service's name of a language; `undefined` for a language that it does not have. Without the region: the
 * service ignores most regions.
 */
export function convertToLanguage(tag: string): string | undefined {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  const name = serviceNames[primary] ?? primary;
  return languages.includes(name) ? name : undefined;
}
