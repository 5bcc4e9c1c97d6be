import type { SandboxHandler, SandboxRequest, SandboxResponse } from '../../http/exchange.ts';

/** The pages that may read the responses of a routing service (Fetch Standard, "CORS protocol"). */
export interface CorsRules {
  readonly methods: string;
  readonly headers: string;
  /** Whether the service lets pages read a response. @default all */
  readonly isReadable?: (response: SandboxResponse) => boolean;
}

/**
 * Lets pages read the responses, as the engines do. The server refused pages of other machines before. No
 * response allows credentials. A preflight reaches no fault and no limit.
 */
export function withCors(
  rulesOf: (request: SandboxRequest) => CorsRules | undefined,
  handler: SandboxHandler,
): SandboxHandler {
  return async (request) => {
    const rules = rulesOf(request);
    if (rules === undefined || request.headers['origin'] === undefined) return handler(request);
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': rules.methods,
      'access-control-allow-headers': rules.headers,
    };
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
      return { status: 204, headers };
    const response = await handler(request);
    if (rules.isReadable?.(response) === false) return response;
    return { ...response, headers: { ...headers, ...response.headers } };
  };
}

// Its preflight allows what hosted services of the engine do: the engine itself has no preflight.
export const valhallaCors: CorsRules = { methods: 'GET, POST', headers: 'Content-Type' };

// Source: Project-OSRM/osrm-backend src/server/request_handler.cpp.
export const osrmCors: CorsRules = { methods: 'GET', headers: 'X-Requested-With, Content-Type' };

// Source: graphhopper/graphhopper CORSFilter.java.
export const graphhopperCors: CorsRules = {
  methods: 'GET, POST, HEAD, OPTIONS',
  headers:
    'Origin,Accept,X-Requested-With,Content-Type,Access-Control-Request-Method,' +
    'Access-Control-Request-Headers,Range,GH-Client',
};

// Source: GIScience/openrouteservice, documentation of `ors.cors`. The gateway of the hosted service adds the
// headers to no refusal: a page sees a network error (openrouteservice-js#96).
export const openrouteserviceCors: CorsRules = {
  methods: 'GET, HEAD, POST',
  headers:
    'Content-Type, X-Requested-With, accept, Origin, Access-Control-Request-Method, ' +
    'Access-Control-Request-Headers, Authorization',
  isReadable: ({ status }) => ![401, 403, 429].includes(status),
};
