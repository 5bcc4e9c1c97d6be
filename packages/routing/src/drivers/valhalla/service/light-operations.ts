import { decodeAttributes, encodeAttributes } from '../attributes.ts';
import { decodeIsochrones, decodeMatrix } from '../decode.ts';
import { decodeDirections } from '../decode-directions.ts';
import { decodeSnap } from '../decode-locate.ts';
import { encodeIsochrones, encodeMatrix, encodeSnap } from '../encode.ts';
import { encodeDirections } from '../encode-directions.ts';
import { defineRead } from './define-read.ts';

export const directionsOf = /* @__PURE__ */ defineRead('directions', {
  encode: encodeDirections,
  decode: decodeDirections,
});

export const attributesOf = /* @__PURE__ */ defineRead('attributes', {
  encode: encodeAttributes,
  decode: decodeAttributes,
});

export const isochronesOf = /* @__PURE__ */ defineRead('isochrones', {
  encode: encodeIsochrones,
  decode: decodeIsochrones,
});

export const matrixOf = /* @__PURE__ */ defineRead('matrix', { encode: encodeMatrix, decode: decodeMatrix });

export const snapOf = /* @__PURE__ */ defineRead('snap', { encode: encodeSnap, decode: decodeSnap });
