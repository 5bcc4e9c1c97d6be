// zod, and schemas that several drivers need. The only file that built drivers share: each would have a copy.
import { catchall, custom, number, object, refine, type ZodMiniType } from 'zod/mini';
import { type Coordinate, isCoordinate } from '../model/geometry/position.ts';

export type { infer, ZodMiniType } from 'zod/mini';
export {
  array,
  boolean,
  custom,
  enum,
  extend,
  nullable,
  number,
  object,
  optional,
  refine,
  string,
  tuple,
  union,
  unknown,
} from 'zod/mini';

/** A check of a list's length. zod's own checks of lengths weigh more. */
export function atLeast(length: number) {
  return refine<readonly unknown[]>((list) => list.length >= length, `must have at least ${length} items`);
}

/** Values of one kind under any names. zod's own `record` also checks names, and weighs more. */
export function recordOf<Value extends ZodMiniType>(value: Value) {
  return catchall(object({}), value);
}

export const listIndex = number().check(
  refine((index) => Number.isSafeInteger(index) && index >= 0, 'must be a whole number of at least 0'),
);

/** A longitude and a latitude, with or without an elevation. */
export const coordinate = custom<Coordinate>(isCoordinate, 'must be a position of two or three numbers');
