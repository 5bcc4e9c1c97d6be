import type { Issue } from '@org/core';
import { wordOption } from '@org/core/basics';
import { invalidRequest } from '../check/reader.ts';
import { type Position, positionProblem } from '../geometry/position.ts';
import { centimetersPerMeter, type EncodePolylineOptions, formatOf } from './format.ts';

// The highest and lowest points of the Earth are far inside; 32-bit arithmetic holds a thousand times this.
const maxElevationMeters = 20_000;

/**
 * The points as whole numbers: latitude, longitude and, if asked, elevation in turn.
 *
 * @throws InvalidInputError for an invalid point
 */
export function quantize(coordinates: readonly Position[], options: EncodePolylineOptions): Int32Array {
  const { dimensions, factor } = formatOf(options);
  const roundElevation = roundingOf(options);
  if (!Array.isArray(coordinates)) refuse(coordinates, dimensions === 3);
  const units = new Int32Array(coordinates.length * dimensions);
  let at = 0;
  for (let index = 0; index < coordinates.length; index += 1) {
    const point = coordinates[index];
    if (!isPoint(point)) {
      refuse(coordinates, dimensions === 3);
      continue;
    }
    units[at++] = roundHalfAway(point[1] * factor);
    units[at++] = roundHalfAway(point[0] * factor);
    if (dimensions === 2) continue;
    const elevation = point[2];
    if (!isElevation(elevation)) refuse(coordinates, true);
    else units[at++] = roundElevation(elevation * centimetersPerMeter);
  }
  return units;
}

/** The same for points in one flat list: longitude, latitude and, if asked, elevation in turn. */
export function quantizeFlat(numbers: ArrayLike<number>, options: EncodePolylineOptions): Int32Array {
  const { dimensions, factor } = formatOf(options);
  const roundElevation = roundingOf(options);
  if (!Array.isArray(numbers) && !ArrayBuffer.isView(numbers)) refuse(numbers, dimensions === 3);
  const units = new Int32Array(numbers.length);
  const isWhole = numbers.length % dimensions === 0;
  for (let at = 0; at < numbers.length; at += dimensions) {
    const longitude = numbers[at] as number;
    const latitude = numbers[at + 1] as number;
    const elevation = dimensions === 3 ? numbers[at + 2] : 0;
    if (!isWhole || !isOnGlobe(longitude, latitude) || !isElevation(elevation)) {
      const points = Array.from({ length: Math.ceil(numbers.length / dimensions) }, (_, index) =>
        Array.prototype.slice.call(numbers, index * dimensions, (index + 1) * dimensions),
      );
      refuse(points, dimensions === 3);
    }
    units[at] = roundHalfAway(latitude * factor);
    units[at + 1] = roundHalfAway(longitude * factor);
    if (dimensions === 3) units[at + 2] = roundElevation(Number(elevation) * centimetersPerMeter);
  }
  return units;
}

// `Math.round` rounds a negative half towards zero: a line and its mirror image would differ.
function roundHalfAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

function isPoint(value: Position | undefined): value is Position {
  return (
    Array.isArray(value) &&
    (value.length === 2 || (value.length === 3 && Number.isFinite(value[2]))) &&
    isOnGlobe(value[0], value[1])
  );
}

function isOnGlobe(longitude: unknown, latitude: unknown): boolean {
  return (
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    longitude >= -180 &&
    longitude <= 180 &&
    latitude >= -90 &&
    latitude <= 90
  );
}

function isElevation(value: unknown): value is number {
  return typeof value === 'number' && value >= -maxElevationMeters && value <= maxElevationMeters;
}

/** Throws with every invalid point by its index. */
function refuse(coordinates: unknown, elevation: boolean): never {
  const list: readonly unknown[] = Array.isArray(coordinates) ? coordinates : [];
  const problems = Array.from(list, (point) => positionProblem(point) ?? elevationProblem(point, elevation));
  const issues: readonly Issue[] = Array.isArray(coordinates)
    ? problems.flatMap((message, index) => (message ? [{ path: `coordinates[${index}]`, message }] : []))
    : [{ path: 'coordinates', message: 'must be a list of positions' }];
  throw invalidRequest('polyline', issues);
}

function elevationProblem(point: unknown, elevation: boolean): string | undefined {
  const [, , meters] = point as Position;
  if (!elevation) return undefined;
  if (meters === undefined) return 'has no third number, the elevation';
  return Math.abs(meters) > maxElevationMeters
    ? `has an elevation beyond ${maxElevationMeters} m`
    : undefined;
}

function roundingOf({ elevationRounding }: EncodePolylineOptions) {
  const words = ['round', 'floor'] as const;
  return wordOption('elevationRounding', elevationRounding, words, 'round') === 'floor'
    ? Math.floor
    : roundHalfAway;
}
