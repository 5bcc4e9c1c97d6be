import { defineOperation, type HttpRequest, type Operation, type ServiceResponse } from '@org/core';
import type { RoutingOperations } from '../../driver.ts';
import { converters } from './converters.ts';

export { classify } from './errors.ts';

export const operations = {
  directions: defineRead('directions'),
  isochrones: defineRead('isochrones'),
  matrix: defineRead('matrix'),
  snap: defineRead('snap'),
};

// All of them only compute: repeating a POST is as safe as repeating a GET.
function defineRead<Name extends keyof typeof converters>(name: Name) {
  const { encode, decode } = converters[name];
  type Query = RoutingOperations[Name]['input'];
  return defineOperation({
    name,
    safety: 'read',
    encode: (query: Query): HttpRequest => {
      const { action, body } = encode(query);
      return { method: 'POST', path: `/${action}`, json: body };
    },
    decode: (response: ServiceResponse, query: Query) => decode(response.json(), query),
  });
}

/** The operations for a page in a browser, with a server without a gateway. */
export const pageOperations: typeof operations = {
  directions: asText(operations.directions),
  isochrones: asText(operations.isochrones),
  matrix: asText(operations.matrix),
  snap: asText(operations.snap),
};

/**
 * The request as text. Valhalla reads a body of any content type and answers every origin, but it refuses the
 * preflight request (OPTIONS) of a browser. Text needs no preflight request.
 *
 * Source: valhalla/valhalla src/worker.cc; kevinkreiser/prime_server issue 81.
 */
function asText<Query, Answer>(operation: Operation<Query, Answer>): Operation<Query, Answer> {
  return {
    ...operation,
    encode: (query, context) => {
      const { json, ...request } = operation.encode(query, context);
      return { ...request, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(json) };
    },
  };
}
