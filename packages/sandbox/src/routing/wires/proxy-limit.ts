import type { SandboxHandler } from '../../http/exchange.ts';
import { createRateLimit, type RateLimitOptions, renderRateLimitHeaders } from '../../rate-limit.ts';
import { proxyLimits } from './wire.ts';

/** The limit of a public server's proxy, for all callers together. */
export function limitAsProxy(
  handler: SandboxHandler,
  rateLimit: RateLimitOptions | undefined,
): SandboxHandler {
  if (rateLimit === undefined) return handler;
  const limiter = createRateLimit(rateLimit);
  return async (request) => {
    const verdict = limiter.take('everybody');
    if (!verdict.allowed) return proxyLimits.throttled(verdict);
    const answer = await handler(request);
    return { ...answer, headers: { ...answer.headers, ...renderRateLimitHeaders(verdict) } };
  };
}
