// The part of zod that reads responses. The only file that the parts of a driver share when they are built:
// each would have a copy otherwise.
import { nullish, string } from 'zod/mini';

export type { infer, ZodMiniType } from 'zod/mini';
export {
  array,
  boolean,
  enum,
  looseObject,
  nullable,
  nullish,
  number,
  object,
  optional,
  record,
  string,
  tuple,
  union,
  unknown,
} from 'zod/mini';

export const optionalText = () => nullish(string());
