import type { HttpRequest, Operation } from '@org/core';
import { type RoutingOperation, routingOperation } from '../../driver.ts';
import { eachOperation, type OperationName } from './capabilities.ts';
import { type Converters, converters } from './converters.ts';
import { classify, classifyMatch } from './errors.ts';

export { classify };

type AnyOperation = Operation<unknown, unknown>;

type Operations = { readonly [Name in OperationName]: RoutingOperation<Name> };

export const operations = eachOperation<Operations>(defineRead);

// All of them only compute: repeating a POST is as safe as repeating a GET.
function defineRead<Name extends OperationName>(name: Name): RoutingOperation<Name> {
  const { encode, decode }: Converters[Name] = converters[name];
  return routingOperation(name, {
    encode: (query): HttpRequest => {
      const { action, body } = encode(query);
      return { method: 'POST', path: `/${action}`, json: body };
    },
    decode: (response, query) => decode(response.json(), query),
    ...(name === 'match' ? { classify: classifyMatch } : {}),
  });
}

/**
 * The operations with two options of the driver.
 *
 * @param minReachableNodes - the default of the server when `undefined`
 * @param inPage - for a page in a browser, with a server without a gateway
 */
export function operationsWith(minReachableNodes: number | undefined, inPage: boolean): Operations {
  return eachOperation<Operations>((name) => {
    const operation = operations[name] as AnyOperation;
    const reaching = minReachableNodes === undefined ? operation : withReach(operation, minReachableNodes);
    return inPage ? asText(reaching) : reaching;
  });
}

/** The fields of a request that are places on roads. */
const placeLists = ['locations', 'sources', 'targets'];

/** Source: valhalla/valhalla docs, "Turn-by-turn API", locations. */
function withReach<Query, Answer>(
  operation: Operation<Query, Answer>,
  nodes: number,
): Operation<Query, Answer> {
  return {
    ...operation,
    encode: (query, context) => {
      const { json, ...request } = operation.encode(query, context);
      const fields = Object.entries(Object(json)).map(([name, value]) =>
        placeLists.includes(name) && Array.isArray(value)
          ? [name, value.map((place) => ({ ...place, minimum_reachability: nodes }))]
          : [name, value],
      );
      return { ...request, json: Object.fromEntries(fields) };
    },
  };
}

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
