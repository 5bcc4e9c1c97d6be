import { type HttpRequest, UnsupportedError } from '@org/core';
import { type RoutingOperation, routingOperation } from '../../../driver.ts';
import type { OperationName, ValhallaPaths } from '../capabilities.ts';
import type { Converters } from '../converters.ts';
import { classifyMatch } from '../errors.ts';
import type { ValhallaRequest } from '../locations.ts';

/** The options of the driver that its requests depend on. */
export interface ValhallaSettings {
  /** The default of the server when `undefined`. */
  readonly minReachableNodes?: number | undefined;
  /** For a page in a browser, with a server without a gateway. */
  readonly inPage?: boolean | undefined;
  /** The paths of a host; those of Valhalla's own server when `undefined`. */
  readonly paths?: ValhallaPaths | undefined;
  /** The request in the words of a host. */
  readonly adapt?: ((request: ValhallaRequest) => ValhallaRequest) | undefined;
}

/** An operation of a server. All of them only compute: repeating a POST is as safe as repeating a GET. */
export function defineRead<Name extends OperationName>(name: Name, { encode, decode }: Converters[Name]) {
  return (settings: ValhallaSettings): RoutingOperation<Name> => {
    const { adapt = (request) => request } = settings;
    return routingOperation(name, {
      encode: (query) => requestOf(adapt(encode(query)), settings),
      decode: (response, query) => decode(response.json(), query),
      ...(name === 'match' ? { classify: classifyMatch } : {}),
    });
  };
}

function requestOf({ action, body }: ValhallaRequest, settings: ValhallaSettings): HttpRequest {
  const { minReachableNodes, inPage, paths } = settings;
  const path = paths === undefined ? `/${action}` : paths[action];
  if (path === undefined) {
    const message = `This host has no service "${action}". Set paths.${action} if it has.`;
    throw new UnsupportedError({ message, outcome: 'not-sent' });
  }
  const json = minReachableNodes === undefined ? body : withReach(body, minReachableNodes);
  if (!inPage) return { method: 'POST', path, json };
  // Valhalla reads a body of any content type and answers every origin, but it refuses the preflight request
  // (OPTIONS) of a browser. Text needs none.
  // Source: valhalla/valhalla src/worker.cc; kevinkreiser/prime_server issue 81.
  const headers = { 'content-type': 'text/plain' };
  return { method: 'POST', path, headers, body: JSON.stringify(json) };
}

/** The fields of a request that are places on roads. */
const placeLists = ['locations', 'sources', 'targets'];

/** Source: valhalla/valhalla docs, "Turn-by-turn API", locations. */
function withReach(body: ValhallaRequest['body'], nodes: number): ValhallaRequest['body'] {
  const fields = Object.entries(body).map(([name, value]) =>
    placeLists.includes(name) && Array.isArray(value)
      ? [name, value.map((place) => ({ ...place, minimum_reachability: nodes }))]
      : [name, value],
  );
  return Object.fromEntries(fields);
}
