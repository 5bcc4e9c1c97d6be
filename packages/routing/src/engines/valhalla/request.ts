import { mergeProviderOptions } from '@org/core/driver';
import { closeRing } from '../../model/avoid.ts';
import type { DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixQuery } from '../../model/matrix.ts';
import type { Position } from '../../model/position.ts';
import { defaultSnapRadiusMeters, type SnapQuery } from '../../model/snap.ts';
import { convertToValhallaCosting } from './costing.ts';
import { convertToValhallaLanguage } from './language.ts';

/**
 * What to ask of Valhalla, the same for its HTTP service (where the action is the path) and for the engine in
 * the process.
 */
export interface ValhallaRequest {
  readonly action: 'route' | 'isochrone' | 'sources_to_targets' | 'locate';
  readonly body: Readonly<Record<string, unknown>>;
}

/** Source: valhalla/valhalla docs, "Turn-by-turn API". */
export function convertToValhallaRoute(query: DirectionsQuery): ValhallaRequest {
  const { waypoints, alternatives, continueStraight } = query;
  const last = waypoints.length - 1;
  return {
    action: 'route',
    body: mergeProviderOptions(
      {
        locations: waypoints.map(({ position, snapRadiusMeters }, index) => ({
          ...convertToLocation(position, snapRadiusMeters ?? query.snapRadiusMeters),
          type: continueStraight && index > 0 && index < last ? 'break_through' : 'break',
        })),
        ...convertToValhallaCosting(query),
        ...exclusions(query),
        units: 'kilometers',
        language: convertToValhallaLanguage(query.language),
        directions_type: query.steps ? 'instructions' : 'none',
        ...(alternatives > 0 ? { alternates: alternatives } : {}),
      },
      query.providerOptions,
    ),
  };
}

/** One location each: several would be melted into one shape. Source: "Isochrone & Isodistance API". */
export function convertToValhallaIsochrone(query: IsochronesQuery): ValhallaRequest {
  const contours = query.ranges.map((range) =>
    query.rangeType === 'time' ? { time: range / 60 } : { distance: range / 1000 },
  );
  return {
    action: 'isochrone',
    body: mergeProviderOptions(
      {
        locations: query.locations.slice(0, 1).map((place) => convertToLocation(place)),
        ...convertToValhallaCosting(query),
        ...exclusions(query),
        contours,
        polygons: true,
        show_locations: true,
        ...(query.direction === 'to' ? { reverse: true } : {}),
      },
      query.providerOptions,
    ),
  };
}

/** Source: "Time-Distance Matrix API". */
export function convertToValhallaMatrix(query: MatrixQuery): ValhallaRequest {
  return {
    action: 'sources_to_targets',
    body: mergeProviderOptions(
      {
        sources: query.origins.map((place) => convertToLocation(place)),
        targets: query.destinations.map((place) => convertToLocation(place)),
        ...convertToValhallaCosting(query),
        ...exclusions(query),
        units: 'kilometers',
        verbose: false,
      },
      query.providerOptions,
    ),
  };
}

/** Source: "Locate API". */
export function convertToValhallaLocate(query: SnapQuery): ValhallaRequest {
  const locations = query.positions.map((place) => convertToLocation(place, query.radiusMeters));
  return {
    action: 'locate',
    body: { locations, ...convertToValhallaCosting(query), verbose: true },
  };
}

// Without these two the engine snaps up to 35 km away, skips small islands, and tells neither.
function convertToLocation([lon, lat]: Position, snapRadiusMeters = defaultSnapRadiusMeters) {
  return { lat, lon, search_cutoff: snapRadiusMeters, minimum_reachability: 1 };
}

function exclusions({ avoid }: { readonly avoid?: DirectionsQuery['avoid'] }) {
  const areas = avoid?.areas ?? [];
  return areas.length === 0 ? {} : { exclude_polygons: areas.map(closeRing) };
}
