import { type DirectionsQuery, type MatrixQuery, routingOperation } from '../../driver.ts';
import { creditsOf } from './capabilities.ts';
import { decodeIsochrones, decodeMatrix } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import { encodeDirections, encodeIsochrones, encodeMatrix, type GoogleSettings } from './request.ts';

export { classify } from './errors.ts';

/** The operations of the Routes API. A matrix counts as its elements. */
export function routesOperations(settings: GoogleSettings) {
  return {
    directions: routingOperation('directions', {
      limitGroup: 'directions',
      encode: (query: DirectionsQuery) => encodeDirections(settings, query),
      decode: (response, query) => decodeDirections(response.json(), query),
    }),
    matrix: routingOperation('matrix', {
      limitGroup: 'matrix',
      cost: (query: MatrixQuery) => creditsOf('matrix', query),
      encode: (query: MatrixQuery) => encodeMatrix(settings, query),
      decode: (response, query) => decodeMatrix(response.json(), query),
    }),
  };
}

/** The operation of the Isochrones API. */
export function isochronesOperations(settings: GoogleSettings) {
  return {
    isochrones: routingOperation('isochrones', {
      limitGroup: 'isochrones',
      encode: (query) => encodeIsochrones(settings, query),
      decode: (response, query) => decodeIsochrones(response.json(), query),
    }),
  };
}
