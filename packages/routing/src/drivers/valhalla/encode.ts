import { mergeProviderOptions } from '@org/core/driver';
import type { CheckedAvoid } from '../../model/avoid.ts';
import type { DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixQuery } from '../../model/matrix.ts';
import { closeRing, type Position } from '../../model/position.ts';
import type { NearestQuery } from '../../model/services/nearest.ts';
import { defaultSnapRadiusMeters, type SnapQuery } from '../../model/snap.ts';
import { convertToCosting } from './costing.ts';
import { convertToLanguage } from './language.ts';

/**
 * A request to Valhalla, for its HTTP service (where the action is the path) and for the engine in the
 * process.
 */
export interface ValhallaRequest {
  readonly action: 'route' | 'isochrone' | 'sources_to_targets' | 'locate' | 'height';
  readonly body: Readonly<Record<string, unknown>>;
}

/** Source: valhalla/valhalla docs, "Turn-by-turn API". */
export function encodeDirections(query: DirectionsQuery): ValhallaRequest {
  const { waypoints, alternatives, continueStraight } = query;
  const last = waypoints.length - 1;
  const body = {
    locations: waypoints.map(({ position, snapRadiusMeters }, index) => ({
      ...convertToLocation(position, snapRadiusMeters ?? query.snapRadiusMeters),
      type: continueStraight && index > 0 && index < last ? 'break_through' : 'break',
    })),
    ...convertToCosting(query),
    ...exclusions(query.avoid),
    units: 'kilometers',
    language: convertToLanguage(query.language),
    directions_type: query.steps ? 'instructions' : 'none',
    ...(alternatives > 0 ? { alternates: alternatives } : {}),
  };
  return { action: 'route', body: mergeProviderOptions(body, query.providerOptions) };
}

/**
 * One location each: the engine merges the areas of several locations. Source: "Isochrone & Isodistance API".
 */
export function encodeIsochrones(query: IsochronesQuery): ValhallaRequest {
  const body = {
    locations: query.locations.slice(0, 1).map((position) => convertToLocation(position)),
    ...convertToCosting(query),
    ...exclusions(query.avoid),
    contours: query.ranges.map((range) =>
      query.rangeType === 'time' ? { time: range / 60 } : { distance: range / 1000 },
    ),
    polygons: true,
    show_locations: true,
    ...(query.direction === 'to' ? { reverse: true } : {}),
  };
  return { action: 'isochrone', body: mergeProviderOptions(body, query.providerOptions) };
}

/** Source: "Time-Distance Matrix API". */
export function encodeMatrix(query: MatrixQuery): ValhallaRequest {
  const body = {
    sources: query.origins.map((position) => convertToLocation(position)),
    targets: query.destinations.map((position) => convertToLocation(position)),
    ...convertToCosting(query),
    ...exclusions(query.avoid),
    units: 'kilometers',
    verbose: false,
  };
  return { action: 'sources_to_targets', body: mergeProviderOptions(body, query.providerOptions) };
}

/** Source: "Locate API". */
export function encodeSnap(query: SnapQuery): ValhallaRequest {
  const locations = query.positions.map((position) => convertToLocation(position, query.radiusMeters));
  return { action: 'locate', body: { locations, ...convertToCosting(query), verbose: true } };
}

/** With a `radius` the engine lists all roads in it, without one only the nearest. Source: "Locate API". */
export function encodeNearest({ profile, position, radiusMeters, limit }: NearestQuery): ValhallaRequest {
  const location = convertToLocation(position, radiusMeters);
  const locations = [limit > 1 ? { ...location, radius: radiusMeters } : location];
  return { action: 'locate', body: { locations, ...convertToCosting({ profile }), verbose: true } };
}

// Without these two options the engine snaps up to 35 km away and skips small islands, without a warning.
function convertToLocation([lon, lat]: Position, snapRadiusMeters = defaultSnapRadiusMeters) {
  return { lat, lon, search_cutoff: snapRadiusMeters, minimum_reachability: 1 };
}

function exclusions({ areas = [] }: CheckedAvoid = {}) {
  return areas.length === 0 ? {} : { exclude_polygons: areas.map(closeRing) };
}
