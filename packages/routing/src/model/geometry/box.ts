import { type BoundingBox, distanceBetween, type Position } from './position.ts';
import { turnBetween, wrapLongitude } from './turn.ts';

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
 * The bounding box of a line with at least one point: over the date line its west is greater than its east,
 * as in GeoJSON (RFC 7946, 5.2). @public
 *
 * @example
 * boxAround([[8.68, 49.42], [8.69, 49.41]]); // [8.68, 49.41, 8.69, 49.42]
 */
export function boxAround(line: readonly Position[]): BoundingBox {
  return boxOfLine(line) ?? [Infinity, Infinity, -Infinity, -Infinity];
}

/** The distance in metres from a place to the nearest place in a bounding box: 0 inside of it. */
export function distanceToBox([west, south, east, north]: BoundingBox, place: Position): number {
  const [longitude, latitude] = place;
  const isEastOfWest = longitude >= west;
  const isWestOfEast = longitude <= east;
  const isBetween = west <= east ? isEastOfWest && isWestOfEast : isEastOfWest || isWestOfEast;
  const nearest = Math.max(south, Math.min(latitude, north));
  const distanceTo = (at: number) => distanceBetween(place, [at, nearest]);
  return isBetween ? distanceTo(longitude) : Math.min(distanceTo(west), distanceTo(east));
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
