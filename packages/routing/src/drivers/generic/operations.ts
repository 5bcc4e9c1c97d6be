import { classifyByTable } from '@org/core/tables';
import { routingOperation, withoutCoordinates } from '../../driver.ts';
import { routingFailureKinds } from '../../tables/index.ts';
import { decodeDirections, decodeIsochrones, decodeMatrix, decodeSnap } from './decode.ts';
import { encodeQuery } from './encode.ts';
import type { GenericService } from './table.ts';

export function operationsOf(service: GenericService) {
  const directions = directionsOf(service);
  const isochrones = isochronesOf(service);
  const matrix = matrixOf(service);
  const snap = snapOf(service);
  return {
    ...(directions && { directions }),
    ...(isochrones && { isochrones }),
    ...(matrix && { matrix }),
    ...(snap && { snap }),
  };
}

export function directionsOf(service: GenericService) {
  const { directions } = service;
  return (
    directions &&
    routingOperation('directions', {
      encode: (query) => encodeQuery(service, directions, query),
      decode: (response, query) => decodeDirections(service, directions, response.json(), query),
    })
  );
}

export function isochronesOf(service: GenericService) {
  const { isochrones } = service;
  return (
    isochrones &&
    routingOperation('isochrones', {
      encode: (query) => encodeQuery(service, isochrones, query),
      decode: (response, query) => decodeIsochrones(service, isochrones, response.json(), query),
    })
  );
}

export function matrixOf(service: GenericService) {
  const { matrix } = service;
  return (
    matrix &&
    routingOperation('matrix', {
      encode: (query) => encodeQuery(service, matrix, query),
      decode: (response, query) => decodeMatrix(service, matrix, response.json(), query),
    })
  );
}

export function snapOf(service: GenericService) {
  const { snap } = service;
  return (
    snap &&
    routingOperation('snap', {
      encode: (query) => encodeQuery(service, snap, query),
      decode: (response, query) => decodeSnap(service, snap, response.json(), query),
    })
  );
}

/** What the failures of a table mean. */
export function classifyOf({ errors = {} }: GenericService) {
  return classifyByTable(errors, routingFailureKinds, withoutCoordinates);
}
