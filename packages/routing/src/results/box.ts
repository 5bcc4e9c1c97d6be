import type { BoundingBox, Position } from '../model/geometry/position.ts';
import { turnBetween, wrapLongitude } from './geometry.ts';

/**
 * The bounding box of a line. Between two points a line goes the shorter way around the Earth. Over the date
 * line the west of the box is greater than its east, as in GeoJSON (RFC 7946, 5.2). @public
 *
 * @returns `undefined` for a line without points
 */
export function boxOfLine(line: readonly Position[]): BoundingBox | undefined {
  const [first] = line;
  if (first === undefined) return undefined;
  let longitude = first[0];
  let [west, south, east, north] = [longitude, first[1], longitude, first[1]];
  line.forEach((point, index) => {
    // Unrolled: it may leave -180…180.
    longitude += turnBetween(line[index - 1]?.[0] ?? longitude, point[0]);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, point[1]);
    north = Math.max(north, point[1]);
  });
  if (east - west >= 360) return [-180, south, 180, north];
  // Their own digits: sums of differences would round them.
  if (west >= -180 && east <= 180) {
    const longitudes = line.map((point) => point[0]);
    return [least(longitudes), south, greatest(longitudes), north];
  }
  return [wrapLongitude(west), south, wrapLongitude(east), north];
}

/**
 * The smallest bounding box around places in any order. It leaves out the widest gap between their
 * longitudes. Where that gap is elsewhere than at the date line, the west is greater than the east. @public
 *
 * @returns `undefined` without places
 */
export function boxOfPoints(places: readonly Position[]): BoundingBox | undefined {
  if (places.length === 0) return undefined;
  const latitudes = places.map((place) => place[1]);
  const longitudes = places.map((place) => place[0]).sort((a, b) => a - b);
  const [first = 0] = longitudes;
  const last = longitudes.at(-1) ?? first;
  let [west, east] = [first, last];
  let widest = first + 360 - last;
  longitudes.forEach((longitude, index) => {
    const next = longitudes[index + 1];
    if (next === undefined || next - longitude <= widest) return;
    widest = next - longitude;
    [west, east] = [next, longitude];
  });
  return [west, least(latitudes), east, greatest(latitudes)];
}

// Not `Math.min(...values)`: a line may have more points than a call has arguments.
function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b));
}

function greatest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b));
}
