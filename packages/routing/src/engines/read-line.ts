import * as z from 'zod/mini';
import { InvalidPolylineError } from '../errors.ts';
import { lazily } from '../internal/lazily.ts';
import { asLine } from '../model/line.ts';
import { decodePolyline, type PolylineOptions } from '../model/polyline.ts';
import type { Coordinate } from '../model/position.ts';
import { badAnswer } from './read-answer.ts';

/** An index into a line. */
export const LineIndex = lazily(() => z.int().check(z.nonnegative()));

/**
 * The encoded line of an answer. A text that is none is a fault of the answer, as a missing field would be.
 */
export function readLine(text: string, path: string, options: PolylineOptions): Coordinate[] {
  const coordinates = decodeLine(text, path, options);
  if (coordinates.length === 0) throw badAnswer([{ path, message: 'an empty line' }]);
  return asLine(coordinates);
}

function decodeLine(text: string, path: string, options: PolylineOptions): Coordinate[] {
  try {
    return decodePolyline(text, options);
  } catch (error) {
    if (!InvalidPolylineError.isInstance(error)) throw error;
    throw badAnswer([{ path, message: 'not a valid encoded polyline' }]);
  }
}
