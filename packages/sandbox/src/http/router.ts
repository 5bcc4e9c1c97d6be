import type { SandboxHandler, SandboxRequest, SandboxResponse } from './exchange.ts';

/** The `:name` parts of a path, decoded; without a prototype. */
export type RouteParams = Readonly<Record<string, string>>;

/** Answers a request whose path matched. */
export type RouteHandler = (
  request: SandboxRequest,
  params: RouteParams,
) => SandboxResponse | Promise<SandboxResponse>;

/** One line of a route table. */
export interface Route {
  readonly method: string;
  readonly pattern: string;
  readonly handler: RouteHandler;
}

/** What to answer when no route fits. */
export interface RouterFallbacks {
  readonly notFound?: SandboxHandler;
  /** The path exists under other methods, given here; the `Allow` header is added to the answer. */
  readonly methodNotAllowed?: (request: SandboxRequest, allowed: readonly string[]) => SandboxResponse;
}

/** One route: `route('GET', '/contacts/:id', (request, { id }) => …)`. */
export function route(method: string, pattern: string, handler: RouteHandler): Route {
  return { method, pattern, handler };
}

/**
 * Turns a table of routes into a handler. The first route that fits wins, so `/contacts/fields` goes before
 * `/contacts/:id`. A `HEAD` is answered by the `GET` route. A path that hides a slash, a backslash, a NUL or
 * a dot segment fits no route.
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
    const answer = fallbacks.methodNotAllowed?.(request, allowed) ?? {
      status: 405,
      json: { error: 'Method not allowed' },
    };
    return { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } };
  };
}

function decodePath(path: string): readonly string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.some(isHostile) ? undefined : segments;
  } catch {
    return undefined; // a broken percent sequence
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
