import type { RoutingOperations } from '../../driver.ts';
import { decodeAttributes, encodeAttributes } from './attributes.ts';
import type { OperationName } from './capabilities.ts';
import { decodeIsochrones, decodeMatrix } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import { decodeNearest, decodeSnap } from './decode-locate.ts';
import { encodeIsochrones, encodeMatrix, encodeNearest, encodeSnap } from './encode.ts';
import { encodeDirections } from './encode-directions.ts';
import { decodeExpansion, encodeExpansion } from './expansion.ts';
import { decodeElevation, encodeElevation } from './heights.ts';
import type { ValhallaRequest } from './locations.ts';
import { decodeMatch, encodeMatch } from './match.ts';
import { decodeStatus, encodeStatus } from './status.ts';

export { mapRefusal } from './errors.ts';

/** From queries to requests of Valhalla, and from its responses to answers. */
export type Converters = {
  readonly [Name in OperationName]: {
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
  nearest: { encode: encodeNearest, decode: decodeNearest },
  elevation: { encode: encodeElevation, decode: decodeElevation },
  match: { encode: encodeMatch, decode: decodeMatch },
  attributes: { encode: encodeAttributes, decode: decodeAttributes },
  expansion: { encode: encodeExpansion, decode: decodeExpansion },
  status: { encode: encodeStatus, decode: decodeStatus },
};
