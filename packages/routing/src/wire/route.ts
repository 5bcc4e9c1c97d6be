import { InvalidPolylineError } from '../errors.ts';
import { asLine } from '../model/geometry/line.ts';
import { type Coordinate, distanceBetween, lengthOfLine, type Position } from '../model/geometry/position.ts';
import { decodePolyline, type PolylineOptions } from '../model/polyline/polyline.ts';
import type { Route } from '../model/routes/route.ts';
import { farthestRoadMeters } from './places.ts';
import { unexpectedResponse } from './response-format.ts';

/**
 * The encoded polyline of a response, as a GeoJSON line of two points or more. @public
 *
 * @throws ResponseFormatError if it is not a valid encoded polyline
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

// Lines are simplified at most a little, and engines round their distances.
const largestRatio = 3;
// Below this, rounding and snapping weigh too much.
const shortestCheckedMeters = 1_000;
// The fastest trains, and the slowest walk with long waits. A thousandth of a speed is below it.
const plausibleSpeeds = { least: 0.05, most: 150 };

/**
 * Returns the route if its totals fit its line, and its line ends near the given places. Other units of
 * distance or time, another precision or swapped axes pass every other check.
 *
 * @throws ResponseFormatError when distance, line and duration do not fit, or an end is more than 100 km from
 * its place
 */
export function requirePlausibleRoute(route: Route, path: string, ends: readonly Position[]): Route {
  const { coordinates } = route.geometry;
  const tips = [coordinates[0], coordinates.at(-1)];
  const isFar = ends.some((end, index) => {
    const tip = tips[index];
    return tip !== undefined && distanceBetween(end, tip) > farthestRoadMeters;
  });
  if (isFar) throw unexpectedResponse(`${path}.geometry`, 'is more than 100 km from the waypoints');
  requirePlausibleTotals(route, path);
  return route;
}

function requirePlausibleTotals(route: Route, path: string): void {
  const { distanceMeters, durationSeconds, geometry } = route;
  const length = lengthOfLine(geometry.coordinates);
  const [less, more] = [Math.min(length, distanceMeters), Math.max(length, distanceMeters)];
  if (more < shortestCheckedMeters) return;
  if (more > less * largestRatio) throw unexpectedResponse(`${path}.distance`, 'does not fit the line');
  const speed = distanceMeters / durationSeconds;
  if (!(speed >= plausibleSpeeds.least && speed <= plausibleSpeeds.most))
    throw unexpectedResponse(`${path}.duration`, 'does not fit the distance');
}
