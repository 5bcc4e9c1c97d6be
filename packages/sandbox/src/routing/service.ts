import { loadEngine } from '@org/routing/embedded';
import type { SandboxHandler } from '../http/exchange.ts';
import { startHttpServer } from '../http/server.ts';
import { createRateLimit, type RateLimitOptions, renderRateLimitHeaders } from '../rate-limit.ts';
import { createFaultInjector, type Fault } from './faults.ts';
import { createOpenrouteserviceHandler } from './openrouteservice/handler.ts';
import { createValhallaHandler } from './valhalla.ts';

export interface RoutingServiceOptions {
  /** Folder from `prepareTown` or `prepareOsm`. */
  readonly tilesDirectory: string;
  /** @default 0, any free port */
  readonly port?: number;
  /**
   * Refuses with 429 what is more than this: on Valhalla's API of all callers together, on openrouteservice's per key and
   * endpoint. @default none
   */
  readonly rateLimit?: Pick<RateLimitOptions, 'limit' | 'windowMs' | 'now'>;
  /** The key that openrouteservice's API asks for; Valhalla's asks for none. @default 'sandbox-routing-key' */
  readonly apiKey?: string;
}

/** A routing service on this machine, over a map of yours. */
export interface RoutingService {
  /** Valhalla's API, `http://127.0.0.1:port`. */
  readonly url: string;
  /** openrouteservice's API on the same engine, `http://127.0.0.1:port/ors`. */
  readonly openrouteserviceUrl: string;
  readonly apiKey: string;
  /** Requests that came, and how many of them were refused by the rate limit. */
  readonly stats: { readonly requests: number; readonly refused: number };
  /** Makes the next requests, on either API, fail or wait. */
  failNext(fault: Fault): void;
  /** Stops listening and cuts open connections. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Serves Valhalla's and openrouteservice's HTTP APIs on loopback from an engine in this process.
 *
 * Throws what `loadEngine` throws (no engine on this platform, no tiles), and `PortInUseError`.
 */
export async function startRoutingService(options: RoutingServiceOptions): Promise<RoutingService> {
  const { apiKey = 'sandbox-routing-key', rateLimit } = options;
  const engine = await loadEngine({ tilesDirectory: options.tilesDirectory });
  const faults = createFaultInjector();
  const counts = { requests: 0, refused: 0 };
  const onRefused = () => {
    counts.refused += 1;
  };
  const valhalla = limitValhalla(createValhallaHandler(engine), rateLimit, onRefused);
  const openrouteservice = createOpenrouteserviceHandler({ engine, apiKey, rateLimit, onRefused });
  const answer = faults.guard((request) =>
    request.path.startsWith(`${openrouteservicePrefix}/`)
      ? openrouteservice({ ...request, path: request.path.slice(openrouteservicePrefix.length) })
      : valhalla(request),
  );
  const server = await startHttpServer(
    (request) => {
      counts.requests += 1;
      return answer(request);
    },
    { port: options.port ?? 0 },
  );
  return {
    url: server.url,
    openrouteserviceUrl: `${server.url}${openrouteservicePrefix}`,
    apiKey,
    get stats() {
      return { ...counts };
    },
    failNext: faults.failNext,
    close: server.close,
  };
}

const openrouteservicePrefix = '/ors';

// Valhalla itself limits nothing; the proxies in front of its public servers do, and answer with a page.
function limitValhalla(
  handler: SandboxHandler,
  rateLimit: RoutingServiceOptions['rateLimit'],
  onRefused: () => void,
): SandboxHandler {
  if (rateLimit === undefined) return handler;
  const limiter = createRateLimit(rateLimit);
  return async (request) => {
    const verdict = limiter.take('everybody');
    const headers = renderRateLimitHeaders(verdict);
    if (verdict.allowed) {
      const answer = await handler(request);
      return { ...answer, headers: { ...answer.headers, ...headers } };
    }
    onRefused();
    return { status: 429, headers: { ...headers, 'content-type': 'text/html' }, body: tooManyRequestsPage };
  };
}

const tooManyRequestsPage =
  '<html><head><title>429 Too Many Requests</title></head><body><h1>429 Too Many Requests</h1></body></html>\n';
