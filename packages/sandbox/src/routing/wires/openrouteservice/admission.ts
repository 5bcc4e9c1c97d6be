import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { createRateLimit, type RateLimitOptions, type RateLimitVerdict } from '../../../rate-limit.ts';
import { renderGatewayError } from './errors.ts';

export interface AdmissionOptions {
  readonly apiKey: string;
  readonly rateLimit?: RateLimitOptions | undefined;
  readonly dailyQuota?: number | undefined;
}

/** The gateway's decision: a response that ends the request, or headers for the response. */
export interface Admission {
  readonly refusal?: SandboxResponse;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The gateway of the hosted service: one key, and for each endpoint a limit a minute and a quota a day. Above
 * the limit it responds with 429 without a Retry-After, above the quota with 403. The `x-ratelimit` headers
 * of successful responses are about the day. Source: issues of GIScience/openrouteservice (172, 1705) and
 * openrouteservice-js (96).
 */
export function createAdmission({ apiKey, rateLimit, dailyQuota }: AdmissionOptions) {
  const minute = rateLimit && createRateLimit(rateLimit);
  const day =
    dailyQuota === undefined
      ? undefined
      : createRateLimit({ ...rateLimit, limit: dailyQuota, windowMs: dayMs });
  return (endpoint: number, request: SandboxRequest): Admission => {
    const key = request.headers['authorization'] ?? request.query.get('api_key');
    if (!key) return { refusal: renderGatewayError(401, 'Authorization field missing') };
    if (key !== apiKey) return { refusal: renderGatewayError(403, 'Access to this API has been disallowed') };
    if (minute?.take(String(endpoint)).allowed === false) {
      return { refusal: renderGatewayError(429, 'Rate limit exceeded') };
    }
    const quota = day?.take(String(endpoint));
    if (quota?.allowed === false) return { refusal: renderGatewayError(403, 'Quota exceeded') };
    return quota === undefined ? {} : { headers: renderQuotaHeaders(quota) };
  };
}

export function renderQuotaHeaders(quota: RateLimitVerdict): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(quota.limit),
    'x-ratelimit-remaining': String(quota.remaining),
    'x-ratelimit-reset': String(Math.ceil((Date.now() + quota.resetAfterMs) / 1000)),
  };
}

const dayMs = 24 * 60 * 60 * 1000;
