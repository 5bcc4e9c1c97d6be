import type { HttpRequest } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import { convertToOpenrouteserviceLanguage } from '../../engines/openrouteservice/language.ts';
import { convertToOptions } from '../../engines/openrouteservice/options.ts';
import { convertToOpenrouteserviceProfile } from '../../engines/openrouteservice/profile.ts';
import { placeTable } from '../../engines/place-table.ts';
import type { DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixQuery } from '../../model/matrix.ts';
import { flat } from '../../model/position.ts';
import type { Profile } from '../../model/profile.ts';
import type { SnapQuery } from '../../model/snap.ts';

/**
 * Source: openrouteservice API reference, "Directions". The body is strict: what it does not know, it
 * refuses.
 */
export function encodeDirections(query: DirectionsQuery): HttpRequest {
  const { waypoints, alternatives, elevation, continueStraight } = query;
  const options = convertToOptions(query);
  return post(
    'directions',
    query.profile,
    '/json',
    {
      coordinates: waypoints.map(({ position }) => flat(position)),
      ...radiuses(query),
      // The service's default is left to `providerOptions`, where `custom` needs it.
      ...(query.preference === 'recommended' ? {} : { preference: query.preference }),
      units: 'm',
      language: convertToOpenrouteserviceLanguage(query.language) ?? 'en',
      instructions: query.steps,
      // Said either way: the line cannot be read without knowing it.
      elevation,
      ...(continueStraight ? { continue_straight: true } : {}),
      // It counts all routes, the best one included.
      ...(alternatives > 0 ? { alternative_routes: { target_count: alternatives + 1 } } : {}),
      ...(options === undefined ? {} : { options }),
    },
    query.providerOptions,
  );
}

/** Source: openrouteservice API reference, "Isochrones". */
export function encodeIsochrones(query: IsochronesQuery): HttpRequest {
  const options = convertToOptions(query);
  return post(
    'isochrones',
    query.profile,
    '',
    {
      locations: query.locations.map(flat),
      range: query.ranges,
      range_type: query.rangeType,
      location_type: query.direction === 'from' ? 'start' : 'destination',
      ...(query.rangeType === 'distance' ? { units: 'm' } : {}),
      ...(options === undefined ? {} : { options }),
    },
    query.providerOptions,
  );
}

/** Source: openrouteservice API reference, "Matrix". */
export function encodeMatrix(query: MatrixQuery): HttpRequest {
  const { places, origins, destinations } = placeTable(query.origins, query.destinations);
  const [only] = places;
  // The service insists on two places, even for one and itself.
  const locations = places.length === 1 && only !== undefined ? [only, only] : places;
  return post(
    'matrix',
    query.profile,
    '/json',
    {
      locations,
      // Numbers are refused here.
      sources: origins.map(String),
      destinations: destinations.map(String),
      metrics: query.metrics,
      units: 'm',
    },
    query.providerOptions,
  );
}

/**
 * Source: openrouteservice API reference, "Snapping". The JSON form: the other one leaves out what it did not
 * find.
 */
export function encodeSnap(query: SnapQuery): HttpRequest {
  return post('snap', query.profile, '/json', {
    locations: query.positions.map(flat),
    radius: query.radiusMeters,
  });
}

// Left out, the service takes its own, which differs by profile; -1 stands for that in a list.
function radiuses({ waypoints, snapRadiusMeters }: DirectionsQuery) {
  const all = waypoints.map((waypoint) => waypoint.snapRadiusMeters ?? snapRadiusMeters);
  return all.some((radius) => radius !== undefined) ? { radiuses: all.map((radius) => radius ?? -1) } : {};
}

function post(
  endpoint: string,
  profile: Profile,
  format: string,
  body: Readonly<Record<string, unknown>>,
  providerOptions?: Readonly<Record<string, unknown>>,
): HttpRequest {
  const path = `/v2/${endpoint}/${convertToOpenrouteserviceProfile(profile)}${format}`;
  const json = mergeProviderOptions(body, providerOptions);
  return { method: 'POST', path, headers: { accept: 'application/json, application/geo+json' }, json };
}
