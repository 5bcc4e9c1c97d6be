import type { SandboxHandler, SandboxResponse } from '../../http/exchange.ts';
import { type RateLimitVerdict, renderRateLimitHeaders } from '../../rate-limit.ts';
import type { CorsRules } from './cors.ts';

/** The HTTP API of one routing service. */
export interface Wire {
  /** The path before its own paths: `/osrm`. */
  readonly prefix: string;
  readonly handler: SandboxHandler;
  readonly cors: CorsRules;
  /** The error body of the service for a status that a fault injects. */
  readonly describe: (status: number) => unknown;
  /** The headers of a throttle that a fault injects, and its response above the limit. */
  readonly limitHeaders: (verdict: RateLimitVerdict, isQuota: boolean) => Readonly<Record<string, string>>;
  readonly throttled: (verdict: RateLimitVerdict, isQuota: boolean) => SandboxResponse;
}

/** A server without limits: the proxies of public ones have them, and respond with a page. */
export const proxyLimits = {
  limitHeaders: renderRateLimitHeaders,
  throttled: (verdict: RateLimitVerdict): SandboxResponse => {
    const headers = { ...renderRateLimitHeaders(verdict), 'content-type': 'text/html' };
    return { status: 429, headers, body: tooManyRequestsPage };
  },
};

const tooManyRequestsPage =
  '<html><head><title>429 Too Many Requests</title></head><body><h1>429 Too Many Requests</h1></body>' +
  '</html>\n';
