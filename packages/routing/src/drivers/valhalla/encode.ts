import { mergeProviderOptions } from '@org/core/driver';
import type { IsochronesQuery, MatrixQuery, NearestQuery, SnapQuery } from '../../driver.ts';
import { convertToCosting } from './costing.ts';
import { convertToLocation, exclusions, joinedLists, type ValhallaRequest } from './locations.ts';

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
  return { action: 'isochrone', body: mergeProviderOptions(body, query.providerOptions, joinedLists) };
}

/** Source: "Time-Distance Matrix API". */
export function encodeMatrix(query: MatrixQuery): ValhallaRequest {
  const body = {
    sources: query.origins.map((position) => convertToLocation(position, query.snapRadiusMeters)),
    targets: query.destinations.map((position) => convertToLocation(position, query.snapRadiusMeters)),
    ...convertToCosting(query),
    ...exclusions(query.avoid),
    units: 'km',
    verbose: false,
  };
  return {
    action: 'sources_to_targets',
    body: mergeProviderOptions(body, query.providerOptions, joinedLists),
  };
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
