import { type Coordinate, isCoordinate, type Position, unexpectedResponse } from '../../driver.ts';
import { valueAt } from './paths.ts';
import type { GenericService, PositionForm } from './table.ts';

/** A place in the form of the service. */
export function writePosition([longitude, latitude]: Position, form: PositionForm = 'lon-lat'): unknown {
  if (form === 'lon-lat') return [longitude, latitude];
  if (form === 'lat-lon') return [latitude, longitude];
  return { [form.longitude]: longitude, [form.latitude]: latitude };
}

/** @throws ResponseFormatError for a place in another form */
export function readPosition(value: unknown, path: string, form: PositionForm = 'lon-lat'): Coordinate {
  const read =
    typeof form === 'object' ? [valueAt(value, form.longitude), valueAt(value, form.latitude)] : value;
  const ordered = form === 'lat-lon' && Array.isArray(read) ? [read[1], read[0]] : read;
  if (isCoordinate(ordered)) return ordered;
  throw unexpectedResponse(path, 'must be a place in the form of `positions`');
}

const metersPer = { m: 1, km: 1_000, mi: 1_609.344 };
const secondsPer = { s: 1, ms: 0.001, min: 60 };

/** Metres and seconds of one unit of the service. */
export function scalesOf({ units = {} }: Pick<GenericService, 'units'>) {
  return { distance: metersPer[units.distance ?? 'm'], duration: secondsPer[units.duration ?? 's'] };
}

/** @throws ResponseFormatError unless the value is a finite number */
export function readNumber(value: unknown, path: string, scale = 1): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value * scale;
  throw unexpectedResponse(path, 'must be a number');
}

/** @throws ResponseFormatError unless the value is a list */
export function readList(body: unknown, path: string): readonly unknown[] {
  const list = valueAt(body, path);
  if (Array.isArray(list)) return list;
  throw unexpectedResponse(path, 'must be a list');
}
