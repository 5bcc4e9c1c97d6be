import { decodeExportGraph, decodeIsochrones, decodeMatrix, decodeSnap } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import { defineRead } from './define-read.ts';
import { encodeExportGraph, encodeIsochrones, encodeMatrix, encodeSnap } from './encode.ts';
import { encodeDirections } from './encode-directions.ts';

const service = 'engine';

export const directionsOf = /* @__PURE__ */ defineRead('directions', {
  service,
  encode: encodeDirections,
  decode: decodeDirections,
});

export const isochronesOf = /* @__PURE__ */ defineRead('isochrones', {
  service,
  encode: encodeIsochrones,
  decode: decodeIsochrones,
});

export const matrixOf = /* @__PURE__ */ defineRead('matrix', {
  service,
  encode: encodeMatrix,
  decode: decodeMatrix,
});

export const snapOf = /* @__PURE__ */ defineRead('snap', { service, encode: encodeSnap, decode: decodeSnap });

export const exportGraphOf = /* @__PURE__ */ defineRead('exportGraph', {
  service,
  encode: encodeExportGraph,
  decode: decodeExportGraph,
});
