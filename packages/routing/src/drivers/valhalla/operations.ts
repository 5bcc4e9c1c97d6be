import { defineOperation } from '@org/core';
import type { DirectionsAnswer, DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesAnswer, IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixAnswer, MatrixQuery } from '../../model/matrix.ts';
import type { SnapAnswer, SnapQuery } from '../../model/snap.ts';
import { decodeDirections, decodeIsochrones, decodeMatrix, decodeSnap } from './decode.ts';
import { encodeDirections, encodeIsochrones, encodeMatrix, encodeSnap } from './encode.ts';

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
