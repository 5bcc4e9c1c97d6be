import { ConfigurationError } from '@org/core';

/** The format of an encoded polyline. The polyline itself does not state it. @public */
export interface PolylineOptions {
  /**
   * Decimal digits of a degree: 5 is about a metre (openrouteservice, Google), 6 a decimetre (Valhalla).
   * @defaultValue 5
   */
  readonly precision?: 5 | 6 | undefined;
  /**
   * Parts of a degree, up to ten million, instead of `precision`: GraphHopper's `points_encoded_multiplier`.
   */
  readonly multiplier?: number | undefined;
  /** Every point has a third number, its elevation, rounded to the centimetre. @defaultValue false */
  readonly elevation?: boolean | undefined;
}

/** The format of a polyline to encode. @public */
export interface EncodePolylineOptions extends PolylineOptions {
  /** Parts of a centimetre: openrouteservice drops them, GraphHopper rounds. @defaultValue 'round' */
  readonly elevationRounding?: 'round' | 'floor' | undefined;
}

/** A checked {@link PolylineOptions}. */
export interface PolylineFormat {
  readonly dimensions: 2 | 3;
  /** Parts of a degree. */
  readonly factor: number;
}

export const centimetersPerMeter = 100;
// Seven groups of five bits hold every difference up to here.
const maxMultiplier = 1e7;

export function formatOf({ precision, multiplier, elevation }: PolylineOptions): PolylineFormat {
  return { dimensions: elevation === true ? 3 : 2, factor: factorOf(precision, multiplier) };
}

function factorOf(precision: 5 | 6 | undefined, multiplier: number | undefined): number {
  if (multiplier === undefined) {
    if (precision === undefined || precision === 5) return 1e5;
    if (precision === 6) return 1e6;
    throw new ConfigurationError({ message: 'The precision of a polyline is 5 or 6.' });
  }
  if (precision !== undefined)
    throw new ConfigurationError({ message: 'A polyline has a precision or a multiplier, not both.' });
  if (!Number.isFinite(multiplier) || multiplier < 1 || multiplier > maxMultiplier)
    throw new ConfigurationError({ message: 'The multiplier of a polyline is from 1 to 10000000.' });
  return multiplier;
}
