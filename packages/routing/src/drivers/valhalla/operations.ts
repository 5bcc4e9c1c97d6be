import { defineOperation, type Operation } from '@org/core';
import type { DirectionsAnswer, DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesAnswer, IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixAnswer, MatrixQuery } from '../../model/matrix.ts';
import type { SnapAnswer, SnapQuery } from '../../model/snap.ts';
import { decodeDirections, decodeIsochrones, decodeMatrix, decodeSnap } from './decode.ts';
import { convertToText, encodeDirections, encodeIsochrones, encodeMatrix, encodeSnap } from './encode.ts';

export { classifyValhallaFailure as classify } from './errors.ts';

/** All of them only compute: a POST here may be repeated like a GET. */
export const operations = {
  directions: defineOperation<DirectionsQuery, DirectionsAnswer>({
    name: 'directions',
    safety: 'read',
    encode: encodeDirections,
    decode: decodeDirections,
  }),
  isochrones: defineOperation<IsochronesQuery, IsochronesAnswer>({
    name: 'isochrones',
    safety: 'read',
    encode: encodeIsochrones,
    decode: decodeIsochrones,
  }),
  matrix: defineOperation<MatrixQuery, MatrixAnswer>({
    name: 'matrix',
    safety: 'read',
    encode: encodeMatrix,
    decode: decodeMatrix,
  }),
  snap: defineOperation<SnapQuery, SnapAnswer>({
    name: 'snap',
    safety: 'read',
    encode: encodeSnap,
    decode: decodeSnap,
  }),
};

/** The same for a page that asks a server without a gateway. */
export const pageOperations: typeof operations = {
  directions: inText(operations.directions),
  isochrones: inText(operations.isochrones),
  matrix: inText(operations.matrix),
  snap: inText(operations.snap),
};

function inText<Query, Answer>(operation: Operation<Query, Answer>): Operation<Query, Answer> {
  return { ...operation, encode: (query, context) => convertToText(operation.encode(query, context)) };
}
