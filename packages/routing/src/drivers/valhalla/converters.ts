import type { RoutingOperations } from '../../driver.ts';
import { decodeIsochrones, decodeMatrix, decodeSnap } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import {
  encodeDirections,
  encodeIsochrones,
  encodeMatrix,
  encodeSnap,
  type ValhallaRequest,
} from './encode.ts';

export { mapRefusal } from './errors.ts';

type Converters = {
  readonly [Name in 'directions' | 'isochrones' | 'matrix' | 'snap']: {
    encode(query: RoutingOperations[Name]['input']): ValhallaRequest;
    decode(body: unknown, query: RoutingOperations[Name]['input']): RoutingOperations[Name]['output'];
  };
};

/** From a query to Valhalla's request and back, for its HTTP service and for the engine in the process. */
export const converters: Converters = {
  directions: { encode: encodeDirections, decode: decodeDirections },
  isochrones: { encode: encodeIsochrones, decode: decodeIsochrones },
  matrix: { encode: encodeMatrix, decode: decodeMatrix },
  snap: { encode: encodeSnap, decode: decodeSnap },
};
