import { greatest, least } from '../extremes.ts';
import { type BoundingBox, distanceBetween, type Position } from './position.ts';
import { requirePositions } from './position-rules.ts';
import { turnBetween } from './turn.ts';

/**
 * The bounding box of a line. Between two points a line goes the shorter way around the Earth. Over the date
 * line the west of the box is greater than its east, as in GeoJSON (RFC 7946, 5.2). @public
 *
 * @returns `undefined` for a line without points
 */
export function boxOfLine(line: readonly Position[]): BoundingBox | undefined {
  requirePositions('line', line);
  return boxOf(line);
}

function boxOf(line: readonly Position[]): BoundingBox | undefined {
  const [first] = line;
  if (first === undefined) return undefined;
  // Unrolled longitudes, which may leave -180…180, and those of the points themselves.
  let turn = first[0];
  let [westTurn, eastTurn] = [turn, turn];
  let [west, south, east, north] = [first[0], first[1], first[0], first[1]];
  line.forEach(([longitude, latitude], index) => {
    turn += turnBetween(line[index - 1]?.[0] ?? longitude, longitude);
    if (turn < westTurn) [westTurn, west] = [turn, longitude];
    if (turn > eastTurn) [eastTurn, east] = [turn, longitude];
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  });
  // Sums of differences are not exact.
  return eastTurn - westTurn < 360 - 1e-9 ? [west, south, east, north] : [-180, south, 180, north];
}

/**
 * The bounding box of a line with at least one point: over the date line its west is greater than its east,
 * as in GeoJSON (RFC 7946, 5.2). @public
 *
 * @example
 * boxAround([[8.68, 49.42], [8.69, 49.41]]); // [8.68, 49.41, 8.69, 49.42]
 */
export function boxAround(line: readonly Position[]): BoundingBox {
  return boxOf(line) ?? [Infinity, Infinity, -Infinity, -Infinity];
}

/** The distance in metres from a place to the nearest place in a bounding box: 0 inside of it. @public */
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
  requirePositions('places', places);
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
