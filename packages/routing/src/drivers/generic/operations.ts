import { type RoutingOperation, routingOperation } from '../../driver.ts';
import { decodeIsochrones, decodeMatrix, decodeSnap } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import { encodeDirections, encodeIsochrones, encodeMatrix, encodeSnap } from './encode.ts';
import { createClassify } from './errors.ts';
import type { GenericService } from './table.ts';

type Operations = {
  readonly [Name in 'directions' | 'isochrones' | 'matrix' | 'snap']?: RoutingOperation<Name>;
};

/** The operations of a table, and what its failures mean. */
export function createOperations(service: GenericService) {
  const { directions, isochrones, matrix, snap } = service;
  const operations: Operations = {
    ...(directions && {
      directions: routingOperation('directions', {
        encode: (query) => encodeDirections(service, directions, query),
        decode: (response, query) => decodeDirections(service, directions, response.json(), query),
      }),
    }),
    ...(isochrones && {
      isochrones: routingOperation('isochrones', {
        encode: (query) => encodeIsochrones(service, isochrones, query),
        decode: (response, query) => decodeIsochrones(service, isochrones, response.json(), query),
      }),
    }),
    ...(matrix && {
      matrix: routingOperation('matrix', {
        encode: (query) => encodeMatrix(service, matrix, query),
        decode: (response, query) => decodeMatrix(service, matrix, response.json(), query),
      }),
    }),
    ...(snap && {
      snap: routingOperation('snap', {
        encode: (query) => encodeSnap(service, snap, query),
        decode: (response, query) => decodeSnap(service, snap, response.json(), query),
      }),
    }),
  };
  return { operations: operations as Required<Operations>, classify: createClassify(service) };
}
