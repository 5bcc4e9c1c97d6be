import type { SandboxHandler, SandboxRequest, SandboxResponse } from './exchange.ts';

/** The decoded `:name` parts of a path, without a prototype. */
export type RouteParams = Readonly<Record<string, string>>;

/** Handles a request with a matching path. */
export type RouteHandler = (
  request: SandboxRequest,
  params: RouteParams,
) => SandboxResponse | Promise<SandboxResponse>;

/** One entry of a route table. */
export interface Route {
  readonly method: string;
  readonly pattern: string;
  readonly handler: RouteHandler;
}

/** Responses for requests without a matching route. */
export interface RouterFallbacks {
  readonly notFound?: SandboxHandler;
  /** The path has only the given other methods. The router adds the `Allow` header. */
  readonly methodNotAllowed?: (request: SandboxRequest, allowed: readonly string[]) => SandboxResponse;
}

/**
 * One route: a method, a path with `:names`, and its handler.
 *
 * @example
 * const show = route('GET', '/v1/mails/:id', (_request, { id }) => ({ status: 200, json: { id } }));
 */
export function route(method: string, pattern: string, handler: RouteHandler): Route {
  return { method, pattern, handler };
}

/**
 * Makes a handler of a table of routes. The first match wins, so `/contacts/fields` stands before
 * `/contacts/:id`. The `GET` route handles `HEAD`. A path with an encoded slash, backslash, NUL or dot
 * segment matches no route.
 */
export function createRouter(routes: readonly Route[], fallbacks: RouterFallbacks = {}): SandboxHandler {
  const table = routes.map((entry) => ({ ...entry, segments: entry.pattern.split('/') }));
  return (request) => {
    const segments = decodePath(request.path);
    const matches = segments === undefined ? [] : table.filter((entry) => fits(entry.segments, segments));
    if (segments === undefined || matches.length === 0) {
      return fallbacks.notFound?.(request) ?? { status: 404, json: { error: 'Not found' } };
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const match = matches.find((entry) => entry.method === method);
    if (match) return match.handler(request, readParams(match.segments, segments));
    const allowed = [...new Set(matches.map((entry) => entry.method))];
    const response = fallbacks.methodNotAllowed?.(request, allowed) ?? {
      status: 405,
      json: { error: 'Method not allowed' },
    };
    return { ...response, headers: { ...response.headers, allow: allowed.join(', ') } };
  };
}

function decodePath(path: string): readonly string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.some(isHostile) ? undefined : segments;
  } catch {
    return undefined; // an invalid percent sequence
  }
}

function isHostile(segment: string): boolean {
  return segment === '.' || segment === '..' || /[/\\\0]/.test(segment);
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}

function readParams(pattern: readonly string[], segments: readonly string[]): RouteParams {
  const params: Record<string, string> = Object.create(null);
  for (const [index, part] of pattern.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = segments[index] ?? '';
  }
  return params;
}
