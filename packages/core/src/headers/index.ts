export type { ResponseHeaders } from '../http/response.ts';
export { type RateHeaderNames, readNamedRate } from '../limits/headers/named-rates.ts';
export { readRateHeaders } from '../limits/headers/rate-limit-headers.ts';
export { parseHttpDate, parseRetryAfter, readRetryAfter } from '../retry/retry-after.ts';
