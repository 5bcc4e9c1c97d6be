import { classifyByTable } from '@org/core/tables';
import { routingOperation, withoutCoordinates } from '../../driver.ts';
import { routingFailureKinds } from '../../tables/index.ts';
import { decodeDirections, decodeIsochrones, decodeMatrix, decodeSnap } from './decode.ts';
import { encodeQuery } from './encode.ts';
import type { GenericService } from './table.ts';

/** The operations of a table, and what its failures mean. */
export function createOperations(service: GenericService) {
  const { directions, isochrones, matrix, snap, errors = {} } = service;
  const operations = {
    ...(directions && {
      directions: routingOperation('directions', {
        encode: (query) => encodeQuery(service, directions, query),
        decode: (response, query) => decodeDirections(service, directions, response.json(), query),
      }),
    }),
    ...(isochrones && {
      isochrones: routingOperation('isochrones', {
        encode: (query) => encodeQuery(service, isochrones, query),
        decode: (response, query) => decodeIsochrones(service, isochrones, response.json(), query),
      }),
    }),
    ...(matrix && {
      matrix: routingOperation('matrix', {
        encode: (query) => encodeQuery(service, matrix, query),
        decode: (response, query) => decodeMatrix(service, matrix, response.json(), query),
      }),
    }),
    ...(snap && {
      snap: routingOperation('snap', {
        encode: (query) => encodeQuery(service, snap, query),
        decode: (response, query) => decodeSnap(service, snap, response.json(), query),
      }),
    }),
  };
  return { operations, classify: classifyByTable(errors, routingFailureKinds, withoutCoordinates) };
}
