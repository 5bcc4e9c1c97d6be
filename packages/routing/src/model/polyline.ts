import { ConfigurationError } from '@org/core';
import { InvalidPolylineError } from '../errors.ts';
import { listOf, requireValid } from './issues.ts';
import { type Coordinate, checkPosition, type Position } from './position.ts';

/** The format of an encoded polyline. The polyline itself does not state it. @public */
export interface PolylineOptions {
  /**
   * Decimal digits of a degree: 5 is about a metre (openrouteservice, Google), 6 a decimetre (Valhalla).
   * @defaultValue 5
   */
  readonly precision?: 5 | 6 | undefined;
  /** Every point has a third number, its elevation, rounded to the centimetre. @defaultValue false */
  readonly elevation?: boolean | undefined;
}

/** The format of a polyline to encode. @public */
export interface EncodePolylineOptions extends PolylineOptions {
  /**
   * Parts of a centimetre: openrouteservice drops them, GraphHopper rounds. @defaultValue 'round'
   */
  readonly elevationRounding?: 'round' | 'floor' | undefined;
}

const centimetersPerMeter = 100;
// The highest and lowest points of the Earth are far inside; 32-bit arithmetic holds a thousand times this.
const maxElevationMeters = 20_000;
const maxGroups = 7;

/**
 * Encodes `[longitude, latitude]` points as a polyline; with `elevation`, metres as a third number.
 *
 * Source: Google's "Encoded Polyline Algorithm Format"; the third value as GraphHopper's `PolylineEncoder`
 * writes it.
 *
 * @throws InvalidInputError for an invalid point.
 * @public
 */
export function encodePolyline(
  coordinates: readonly Position[],
  options: EncodePolylineOptions = {},
): string {
  checkCoordinates(coordinates, options.elevation === true);
  const factor = factorOf(options);
  const roundElevation = options.elevationRounding === 'floor' ? Math.floor : roundHalfAway;
  const previous = [0, 0, 0];
  let text = '';
  const write = (slot: number, value: number) => {
    text += encodeDelta(value - (previous[slot] ?? 0));
    previous[slot] = value;
  };
  for (const [longitude, latitude, elevation = 0] of coordinates) {
    write(0, roundHalfAway(latitude * factor));
    write(1, roundHalfAway(longitude * factor));
    if (options.elevation === true) write(2, roundElevation(elevation * centimetersPerMeter));
  }
  return text;
}

/**
 * Decodes a polyline into `[longitude, latitude]` points; with `elevation`, metres as a third number.
 *
 * @throws InvalidPolylineError for an invalid polyline: a foreign character, a cut end, a number that is too
 * large, values left over, or points off the globe. A wrong precision or `elevation` often has such points.
 * @public
 */
export function decodePolyline(text: string, options: PolylineOptions = {}): Coordinate[] {
  const dimensions = options.elevation === true ? 3 : 2;
  const factor = factorOf(options);
  if (typeof text !== 'string') throw new InvalidPolylineError({ message: 'The polyline must be a string.' });
  const numbers = readNumbers(text);
  if (numbers.length % dimensions !== 0) {
    throw new InvalidPolylineError({
      message:
        `The polyline holds ${numbers.length} numbers, which is no multiple of ${dimensions}. ` +
        `Was it encoded ${dimensions === 2 ? 'with' : 'without'} elevation?`,
    });
  }
  const coordinates: Coordinate[] = [];
  let [latitude, longitude, elevation] = [0, 0, 0];
  for (let at = 0; at < numbers.length; at += dimensions) {
    latitude += numbers[at] ?? 0;
    longitude += numbers[at + 1] ?? 0;
    if (Math.abs(latitude) > 90 * factor || Math.abs(longitude) > 180 * factor) {
      throw new InvalidPolylineError({
        message: 'The polyline leaves the globe. Was it encoded with the other precision, or with elevation?',
      });
    }
    if (dimensions === 2) coordinates.push([longitude / factor, latitude / factor]);
    else {
      elevation += numbers[at + 2] ?? 0;
      coordinates.push([longitude / factor, latitude / factor, elevation / centimetersPerMeter]);
    }
  }
  return coordinates;
}

// `Math.round` rounds a negative half towards zero: a line and its mirror image would differ.
function roundHalfAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

function factorOf({ precision = 5 }: PolylineOptions): number {
  if (precision !== 5 && precision !== 6)
    throw new ConfigurationError({ message: 'The precision of a polyline is 5 or 6.' });
  return precision === 5 ? 1e5 : 1e6;
}

function encodeDelta(delta: number): string {
  let rest = delta < 0 ? ~(delta << 1) : delta << 1;
  let text = '';
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
    rest >>= 5;
  }
  return text + String.fromCharCode(rest + 63);
}

function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let groups = 0;
  for (let at = 0; at < text.length; at += 1) {
    const chunk = text.charCodeAt(at) - 63;
    if (chunk < 0 || chunk > 63) throw broken(at, 'a character that does not belong there');
    if (groups === maxGroups) throw broken(at, 'a number that is too large');
    // Multiplied, not shifted: the seventh group passes 32 bits.
    value += (chunk & 0x1f) * 2 ** (5 * groups);
    groups += 1;
    if (chunk < 0x20) {
      numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
      value = 0;
      groups = 0;
    }
  }
  if (groups > 0) throw broken(text.length, 'the end of the string inside a number');
  return numbers;
}

function broken(at: number, found: string): InvalidPolylineError {
  return new InvalidPolylineError({ message: `The polyline is broken: ${found} at character ${at}.`, at });
}

function checkCoordinates(coordinates: readonly Position[], elevation: boolean): void {
  const check = listOf((coordinate, path, add) => {
    if (!checkPosition(coordinate, path, add) || !elevation) return;
    const [, , meters] = coordinate;
    if (meters === undefined) add(path, 'has no third number, the elevation');
    else if (Math.abs(meters) > maxElevationMeters)
      add(path, `has an elevation beyond ${maxElevationMeters} m`);
  }, 'must be a list of positions');
  requireValid('polyline', coordinates, (value, _path, add) => check(value, 'coordinates', add));
}
