import { type DirectionsQuery, type MatrixQuery, routingOperation } from '../../driver.ts';
import { creditsOf } from './capabilities.ts';
import { decodeIsochrones, decodeMatrix } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import { encodeDirections, encodeIsochrones, encodeMatrix, type GoogleSettings } from './request.ts';

export { classify } from './errors.ts';

export const directionsOf = (settings: GoogleSettings) =>
  routingOperation('directions', {
    limitGroup: 'directions',
    encode: (query: DirectionsQuery) => encodeDirections(settings, query),
    decode: (response, query) => decodeDirections(response.json(), query),
  });

/** A matrix counts as its elements. */
export const matrixOf = (settings: GoogleSettings) =>
  routingOperation('matrix', {
    limitGroup: 'matrix',
    cost: (query: MatrixQuery) => creditsOf('matrix', query),
    encode: (query: MatrixQuery) => encodeMatrix(settings, query),
    decode: (response, query) => decodeMatrix(response.json(), query),
  });

export const isochronesOf = (settings: GoogleSettings) =>
  routingOperation('isochrones', {
    limitGroup: 'isochrones',
    encode: (query) => encodeIsochrones(settings, query),
    decode: (response, query) => decodeIsochrones(response.json(), query),
  });

/** The operations of both APIs. */
export function operationsOf(settings: GoogleSettings) {
  return {
    directions: directionsOf(settings),
    matrix: matrixOf(settings),
    isochrones: isochronesOf(settings),
  };
}
