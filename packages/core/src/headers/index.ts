export { type RateHeaderNames, readNamedRate } from '../feedback/named-rates.ts';
export { readRateHeaders } from '../feedback/rate-limit-headers.ts';
export type { ResetUnit } from '../feedback/reset-time.ts';
export type { ResponseHeaders } from '../http/response.ts';
export { parseHttpDate, parseRetryAfter, readRetryAfter } from '../retry/retry-after.ts';
