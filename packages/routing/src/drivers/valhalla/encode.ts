import type { HttpRequest } from '@org/core';
import {
  convertToValhallaIsochrone,
  convertToValhallaLocate,
  convertToValhallaMatrix,
  convertToValhallaRoute,
  type ValhallaRequest,
} from '../../engines/valhalla/request.ts';
import type { DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixQuery } from '../../model/matrix.ts';
import type { SnapQuery } from '../../model/snap.ts';

// The words are the engine's own, shared with the embedded driver; only how they travel belongs here.

export function encodeDirections(query: DirectionsQuery): HttpRequest {
  return convertToHttp(convertToValhallaRoute(query));
}

export function encodeIsochrones(query: IsochronesQuery): HttpRequest {
  return convertToHttp(convertToValhallaIsochrone(query));
}

export function encodeMatrix(query: MatrixQuery): HttpRequest {
  return convertToHttp(convertToValhallaMatrix(query));
}

export function encodeSnap(query: SnapQuery): HttpRequest {
  return convertToHttp(convertToValhallaLocate(query));
}

function convertToHttp({ action, body }: ValhallaRequest): HttpRequest {
  return { method: 'POST', path: `/${action}`, json: body };
}

/**
 * The request as text. Valhalla reads a body whatever its type is said to be, and answers every origin; but
 * it refuses the question (OPTIONS) that a browser asks before it sends JSON to another origin, and asks
 * before no text.
 *
 * Source: valhalla/valhalla src/worker.cc; kevinkreiser/prime_server issue 81.
 */
export function convertToText({ json, ...request }: HttpRequest): HttpRequest {
  return { ...request, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(json) };
}
