import { wordOption } from '@org/core/basics';
import { type FieldPath, valueAt } from '@org/core/tables';
import { type Coordinate, isCoordinate, type Position, unexpectedResponse } from '../driver.ts';

/** The form of a place: a list of two numbers, or an object with these names. @public */
export type PositionForm = 'lon-lat' | 'lat-lon' | { readonly longitude: string; readonly latitude: string };

/** A place in the form of a service. @public */
export function writePosition([longitude, latitude]: Position, form: PositionForm = 'lon-lat'): unknown {
  if (typeof form === 'object') return { [form.longitude]: longitude, [form.latitude]: latitude };
  return form === 'lon-lat' ? [longitude, latitude] : [latitude, longitude];
}

/** A place of a response. @public @throws ResponseFormatError for a place in another form */
export function readPosition(value: unknown, path: string, form: PositionForm = 'lon-lat'): Coordinate {
  const read =
    typeof form === 'object' ? [valueAt(value, form.longitude), valueAt(value, form.latitude)] : value;
  const ordered = form === 'lat-lon' && Array.isArray(read) ? [read[1], read[0]] : read;
  if (isCoordinate(ordered)) return ordered;
  throw unexpectedResponse(path, 'must be a place in the form of `positions`');
}

/**
 * The finite number at a place below `path`, by `scale`. @public
 *
 * @throws ResponseFormatError for anything else than a finite number
 * @example
 * ```ts
 * const distanceMeters = numberAt(response.json(), 'summary.km', 'route', 1_000);
 * ```
 */
export function numberAt(body: unknown, field: FieldPath, path: string, scale = 1): number {
  const value = valueAt(body, field);
  if (typeof value === 'number' && Number.isFinite(value)) return value * scale;
  throw unexpectedResponse(`${path}.${field}`, 'must be a number');
}

/**
 * The list at a place of a body. @public
 *
 * @throws ResponseFormatError for anything else than a list
 * @example
 * ```ts
 * const rows = listAt(response.json(), 'data.rows');
 * ```
 */
export function listAt(body: unknown, path: FieldPath): readonly unknown[] {
  const list = valueAt(body, path);
  if (Array.isArray(list)) return list;
  throw unexpectedResponse(path, 'must be a list');
}

/** The units of a service. @public */
export interface ServiceUnits {
  readonly distance?: 'm' | 'km' | 'mi' | undefined;
  readonly duration?: 's' | 'ms' | 'min' | undefined;
}

const metersPer = { m: 1, km: 1_000, mi: 1_609.344 };
const secondsPer = { s: 1, ms: 0.001, min: 60 };

/** Metres and seconds of one unit of the service. @public */
export function scalesOf({ distance, duration }: ServiceUnits = {}) {
  return {
    distance: metersPer[wordOption('units.distance', distance, ['m', 'km', 'mi'], 'm')],
    duration: secondsPer[wordOption('units.duration', duration, ['s', 'ms', 'min'], 's')],
  };
}
