import { type CheckedAvoid, closeRing, defaultSnapRadiusMeters, type Position } from '../../driver.ts';

/**
 * A request to Valhalla, for its HTTP service (where the action is the path) and for the engine in the
 * process.
 */
export interface ValhallaRequest {
  readonly action:
    | 'route'
    | 'optimized_route'
    | 'isochrone'
    | 'sources_to_targets'
    | 'locate'
    | 'height'
    | 'trace_route'
    | 'trace_attributes'
    | 'expansion'
    | 'status';
  readonly body: Readonly<Record<string, unknown>>;
}

// Without this option the engine snaps up to 35 km away, without a warning.
export function convertToLocation([lon, lat]: Position, snapRadiusMeters = defaultSnapRadiusMeters) {
  return { lat, lon, search_cutoff: snapRadiusMeters };
}

/** The lists that `providerOptions` may add to. */
export const joinedLists = ['exclude_polygons', 'exclude_locations'];

export function exclusions({ areas, points }: CheckedAvoid) {
  return {
    ...(areas.length === 0 ? {} : { exclude_polygons: areas.map(closeRing) }),
    ...(points.length === 0 ? {} : { exclude_locations: points.map((point) => convertToLocation(point)) }),
  };
}
