import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { InvalidPolylineError } from '../../errors.ts';
import type { Coordinate, Position } from '../geometry/position.ts';
import {
  centimetersPerMeter,
  type EncodePolylineOptions,
  formatOf,
  type PolylineFormat,
  type PolylineOptions,
} from './format.ts';
import { quantize, quantizeFlat } from './quantize.ts';
import { type Deltas, readDeltas } from './read-deltas.ts';
import { writeDeltas } from './write-deltas.ts';

// One object of options may serve encoding and decoding.
const encodePolylineNames: OptionNames<EncodePolylineOptions> = {
  elevationRounding: 0,
  precision: 0,
  multiplier: 0,
  elevation: 0,
};

export type { EncodePolylineOptions, PolylineOptions } from './format.ts';

/**
 * Encodes `[longitude, latitude]` points as a polyline; with `elevation`, metres as a third number.
 *
 * Source: Google's "Encoded Polyline Algorithm Format"; the third value as GraphHopper's `PolylineEncoder`
 * writes it. @public
 *
 * @example
 * encodePolyline([[8.6815, 49.41461], [8.6865, 49.41943]]); // ihrlHkr~s@c]g^
 *
 * @throws InvalidInputError for an invalid point.
 */
export function encodePolyline(
  coordinates: readonly Position[],
  options: EncodePolylineOptions = {},
): string {
  refuseUnknown(options, encodePolylineNames, 'encodePolyline()');
  return writeDeltas(quantize(coordinates, options), formatOf(options).dimensions);
}

/**
 * Encodes points in one flat list, such as a `Float64Array`: longitude, latitude and, with `elevation`,
 * metres, in turn. @public
 *
 * @throws InvalidInputError for an invalid point.
 */
export function encodeFlatPolyline(numbers: ArrayLike<number>, options: EncodePolylineOptions = {}): string {
  refuseUnknown(options, encodePolylineNames, 'encodeFlatPolyline()');
  return writeDeltas(quantizeFlat(numbers, options), formatOf(options).dimensions);
}

/**
 * Decodes a polyline into `[longitude, latitude]` points; with `elevation`, metres as a third number. @public
 *
 * @example
 * decodePolyline('ihrlHkr~s@c]g^'); // [[8.6815, 49.41461], [8.6865, 49.41943]]
 *
 * @throws InvalidPolylineError for an invalid polyline: a foreign character, a cut end, a number that is too
 * large, values left over, or points off the globe. A wrong precision or `elevation` often has such points.
 */
export function decodePolyline(text: string, options: PolylineOptions = {}): Coordinate[] {
  refuseUnknown(options, encodePolylineNames, 'decodePolyline()');
  const format = formatOf(options);
  const { dimensions, factor } = format;
  const { numbers: deltas, count } = requireWhole(readDeltas(text), format);
  const coordinates: Coordinate[] = new Array(count / dimensions);
  let latitude = 0;
  let longitude = 0;
  let elevation = 0;
  for (let index = 0, at = 0; at < count; index += 1, at += dimensions) {
    latitude += deltas[at] as number;
    longitude += deltas[at + 1] as number;
    requireOnGlobe(latitude, longitude, factor);
    if (dimensions === 2) coordinates[index] = [longitude / factor, latitude / factor];
    else {
      elevation += deltas[at + 2] as number;
      coordinates[index] = [longitude / factor, latitude / factor, elevation / centimetersPerMeter];
    }
  }
  return coordinates;
}

/**
 * Decodes a polyline into one flat list: longitude, latitude and, with `elevation`, metres, in turn. It takes
 * less time and memory than {@link decodePolyline}: for long lines, and for WebGL. @public
 *
 * @throws InvalidPolylineError as {@link decodePolyline}.
 */
export function decodeFlatPolyline(text: string, options: PolylineOptions = {}): Float64Array {
  refuseUnknown(options, encodePolylineNames, 'decodeFlatPolyline()');
  const format = formatOf(options);
  const { dimensions, factor } = format;
  const { numbers: deltas, count } = requireWhole(readDeltas(text), format);
  const numbers = new Float64Array(count);
  let latitude = 0;
  let longitude = 0;
  let elevation = 0;
  for (let at = 0; at < count; at += dimensions) {
    latitude += deltas[at] as number;
    longitude += deltas[at + 1] as number;
    requireOnGlobe(latitude, longitude, factor);
    numbers[at] = longitude / factor;
    numbers[at + 1] = latitude / factor;
    if (dimensions === 2) continue;
    elevation += deltas[at + 2] as number;
    numbers[at + 2] = elevation / centimetersPerMeter;
  }
  return numbers;
}

function requireWhole(deltas: Deltas, { dimensions }: PolylineFormat): Deltas {
  if (deltas.count % dimensions === 0) return deltas;
  throw new InvalidPolylineError({
    message:
      `The polyline holds ${deltas.count} numbers, which is not a multiple of ${dimensions}. ` +
      `Was it encoded ${dimensions === 2 ? 'with' : 'without'} elevation?`,
  });
}

function requireOnGlobe(latitude: number, longitude: number, factor: number): void {
  if (Math.abs(latitude) > 90 * factor || Math.abs(longitude) > 180 * factor)
    throw new InvalidPolylineError({
      message: 'The polyline leaves the globe. Was it encoded with the other precision, or with elevation?',
    });
}
