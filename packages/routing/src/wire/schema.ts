// The part of zod that reads responses. The only file that the parts of a driver share when they are built:
// each would have a copy otherwise.
export type { core, infer, ZodMiniType } from 'zod/mini';
export {
  array,
  boolean,
  custom,
  enum,
  extend,
  literal,
  looseObject,
  nullable,
  nullish,
  number,
  object,
  optional,
  record,
  refine,
  string,
  tuple,
  union,
  unknown,
} from 'zod/mini';
