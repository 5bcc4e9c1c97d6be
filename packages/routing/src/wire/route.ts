import { InvalidPolylineError } from '../errors.ts';
import { asLine } from '../model/line.ts';
import { decodePolyline, type PolylineOptions } from '../model/polyline.ts';
import type { Coordinate } from '../model/position.ts';
import type { SnappedPoint } from '../model/result.ts';
import { unexpectedResponse } from './response-format.ts';

/**
 * The encoded polyline of a response, as a GeoJSON line of two points or more.
 *
 * @throws ResponseFormatError if it is not a valid encoded polyline
 * @public
 */
export function readLine(encoded: string, path: string, options: PolylineOptions): Coordinate[] {
  const coordinates = decodeLine(encoded, path, options);
  if (coordinates.length === 0) throw unexpectedResponse(path, 'must have at least one point');
  return asLine(coordinates);
}

function decodeLine(encoded: string, path: string, options: PolylineOptions): Coordinate[] {
  try {
    return decodePolyline(encoded, options);
  } catch (error) {
    if (!InvalidPolylineError.isInstance(error)) throw error;
    throw unexpectedResponse(path, 'must be a valid encoded polyline');
  }
}

// No engine snaps a place to a road that far away.
const farthestRoadMeters = 100_000;

/**
 * Returns the waypoints if all of them are near the requested places. A line that was read with the wrong
 * precision, elevation or order of axes passes every other check, and lies on another continent.
 *
 * @throws ResponseFormatError
 * @public
 */
export function requirePlausible(waypoints: readonly SnappedPoint[]): readonly SnappedPoint[] {
  const index = waypoints.findIndex(({ distanceMeters = 0 }) => distanceMeters > farthestRoadMeters);
  if (index >= 0) throw unexpectedResponse(`waypoints[${index}]`, 'is more than 100 km from the route');
  return waypoints;
}
