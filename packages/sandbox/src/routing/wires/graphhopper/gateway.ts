import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { createRateLimit, type RateLimitOptions, type RateLimitVerdict } from '../../../rate-limit.ts';

export interface GatewayOptions {
  readonly apiKey: string;
  readonly rateLimit: RateLimitOptions | undefined;
  readonly dailyQuota: number | undefined;
}

/**
 * The gateway of the hosted service: the key in the query, a limit a minute and credits a day. Here each
 * request is one credit. Source: GraphHopper Directions API, "API limits and credits".
 */
export function createGateway({ apiKey, rateLimit, dailyQuota }: GatewayOptions) {
  const minute = rateLimit && createRateLimit(rateLimit);
  const day =
    dailyQuota === undefined
      ? undefined
      : createRateLimit({ ...rateLimit, limit: dailyQuota, windowMs: 24 * 60 * 60 * 1000 });
  return (
    request: SandboxRequest,
  ): SandboxResponse | { readonly headers: Readonly<Record<string, string>> } => {
    if (request.query.get('key') !== apiKey)
      return { status: 401, json: { message: 'Wrong credentials. The key is in GRAPHHOPPER_API_KEY.' } };
    if (minute?.take('all').allowed === false) return renderThrottled(undefined);
    const verdict = day?.take('all');
    if (verdict?.allowed === false) return renderThrottled(verdict);
    return { headers: verdict === undefined ? {} : renderCredits(verdict) };
  };
}

/** Above the limit of the minute; with a verdict of the day, above the credits. */
export function renderThrottled(day: RateLimitVerdict | undefined): SandboxResponse {
  const what = day === undefined ? 'Minutely' : 'Daily';
  const headers = day === undefined ? {} : renderCredits(day);
  return { status: 429, headers, json: { message: `${what} API limit reached.` } };
}

/** The headers are about the day; the reset is in seconds from now. */
export function renderCredits(day: RateLimitVerdict): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(day.limit),
    'x-ratelimit-remaining': String(day.remaining),
    'x-ratelimit-reset': String(Math.ceil(day.resetAfterMs / 1000)),
    'x-ratelimit-credits': '1',
  };
}
