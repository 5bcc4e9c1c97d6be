import { STATUS_CODES } from 'node:http';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { loadEngine } from '@org/routing/embedded';
import type { Fault } from '../faults/fault.ts';
import { type FaultDoor, wrapWithFaults } from '../faults/http-faults.ts';
import type { SandboxHandler, SandboxRequest, SandboxResponse } from '../http/exchange.ts';
import { startHttpServer } from '../http/server.ts';
import {
  createRateLimit,
  type RateLimitOptions,
  type RateLimitVerdict,
  renderRateLimitHeaders,
} from '../rate-limit.ts';
import { createSharedParts } from '../shared-parts.ts';
import { renderQuotaHeaders } from './openrouteservice/admission.ts';
import { renderGatewayError } from './openrouteservice/errors.ts';
import { createOpenrouteserviceHandler } from './openrouteservice/handler.ts';
import { createValhallaHandler } from './valhalla.ts';

// What prepareTown() gives is taken as it is.
const startRoutingServiceNames: OptionNames<RoutingServiceOptions & { readonly town: unknown }> = {
  tilesDirectory: 0,
  port: 0,
  rateLimit: 0,
  dailyQuota: 0,
  apiKey: 0,
  town: 0,
};

/** Map, port and limits of the routing service. */
export interface RoutingServiceOptions {
  /** Folder from `prepareTown` or `prepareOsm`. */
  readonly tilesDirectory: string;
  /** @default 0, any free port */
  readonly port?: number;
  /**
   * Responds with 429 above this limit: for Valhalla's API of all callers together, for openrouteservice's of
   * each endpoint.
   *
   * @default false, none
   */
  readonly rateLimit?: Pick<RateLimitOptions, 'limit' | 'windowMs' | 'now'> | false;
  /**
   * Requests a day to each endpoint of openrouteservice's API. Above it, the response is a 403.
   *
   * @default none
   */
  readonly dailyQuota?: number;
  /** The key of openrouteservice's API. Valhalla's has none. @default 'sandbox-routing-key' */
  readonly apiKey?: string;
}

/** A routing service on this machine. */
export interface RoutingService {
  /** Valhalla's API, `http://127.0.0.1:port`. */
  readonly url: string;
  /** openrouteservice's API on the same engine, `http://127.0.0.1:port/ors`. */
  readonly openrouteserviceUrl: string;
  readonly apiKey: string;
  /** Received requests, and those with a 429, from the rate limit or a fault. */
  readonly stats: { readonly requests: number; readonly refused: number };
  /** Injects a failure into the next requests, on both APIs. */
  failNext(fault: Fault): void;
  /** Stops listening and cuts open connections. May be called more than once. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves Valhalla's and openrouteservice's HTTP APIs on loopback, from an engine in this process.
 *
 * @throws the errors of `loadEngine` (no engine, no tiles), and PortInUseError
 */
export async function startRoutingService(
  options: RoutingServiceOptions,
  { faults, requests } = createSharedParts(),
): Promise<RoutingService> {
  refuseUnknown(options, startRoutingServiceNames, 'startRoutingService()');
  const { apiKey = 'sandbox-routing-key', dailyQuota } = options;
  const rateLimit = options.rateLimit || undefined;
  const engine = await loadEngine({ tilesDirectory: options.tilesDirectory });
  const valhalla = limitValhalla(createValhallaHandler(engine), rateLimit);
  const openrouteservice = createOpenrouteserviceHandler({ engine, apiKey, rateLimit, dailyQuota });
  const door = { ...faultDoor, onFault: (faultId: string) => requests.note({ faultId }) };
  const answer = wrapWithFaults(faults, door, (request) =>
    isOpenrouteservice(request)
      ? openrouteservice({ ...request, path: request.path.slice(openrouteservicePrefix.length) })
      : valhalla(request),
  );
  const counts = { requests: 0, refused: 0 };
  const count: SandboxHandler = async (request) => {
    counts.requests += 1;
    const given = await answer(request);
    if (given.status === 429) counts.refused += 1;
    return given;
  };
  const server = await startHttpServer(count, {
    port: options.port ?? 0,
    observer: requests.observer('routing'),
  });
  return {
    url: server.url,
    openrouteserviceUrl: `${server.url}${openrouteservicePrefix}`,
    apiKey,
    get stats() {
      return { ...counts };
    },
    failNext: (fault) => void faults.add({ ...fault, service: 'routing' }),
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  };
}

const openrouteservicePrefix = '/ors';

function isOpenrouteservice({ path }: SandboxRequest): boolean {
  return path.startsWith(`${openrouteservicePrefix}/`);
}

const faultDoor: FaultDoor = {
  service: 'routing',
  describe: (status) => ({ error: STATUS_CODES[status] ?? 'Unknown' }),
  // openrouteservice's gateway reports the day only, and Valhalla's proxies the window.
  limitHeaders: (verdict, request, isQuota) => {
    if (!isOpenrouteservice(request)) return renderRateLimitHeaders(verdict);
    return isQuota && verdict.allowed ? renderQuotaHeaders(verdict) : {};
  },
  throttled: (verdict, request, isQuota) => {
    if (!isOpenrouteservice(request)) return renderTooMany(verdict);
    return isQuota
      ? renderGatewayError(403, 'Quota exceeded')
      : renderGatewayError(429, 'Rate limit exceeded');
  },
};

// Valhalla has no limits. The proxies of its public servers have, and respond with a page.
function limitValhalla(handler: SandboxHandler, rateLimit: RateLimitOptions | undefined): SandboxHandler {
  if (rateLimit === undefined) return handler;
  const limiter = createRateLimit(rateLimit);
  return async (request) => {
    const verdict = limiter.take('everybody');
    if (!verdict.allowed) return renderTooMany(verdict);
    const answer = await handler(request);
    return { ...answer, headers: { ...answer.headers, ...renderRateLimitHeaders(verdict) } };
  };
}

function renderTooMany(verdict: RateLimitVerdict): SandboxResponse {
  const headers = { ...renderRateLimitHeaders(verdict), 'content-type': 'text/html' };
  return { status: 429, headers, body: tooManyRequestsPage };
}

const tooManyRequestsPage =
  '<html><head><title>429 Too Many Requests</title></head><body><h1>429 Too Many Requests</h1></body>' +
  '</html>\n';
