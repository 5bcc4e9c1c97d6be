import { fieldsLike, type ResponseHeaders } from '../http/response.ts';

/**
 * The delay that the service asks for, in milliseconds, never negative; `undefined` without a usable one.
 * Millisecond headers come first, because they are more exact, then `Retry-After` and
 * `X-RateLimit-Retry-After` as seconds or date. A date is compared with the response's own `Date` and `Age`,
 * so a wrong clock on either side does not matter, nor does a cache between.
 *
 * Sources: RFC 9110 §10.2.3; Azure `retry-after-ms` and `x-ms-retry-after-ms`; AWS `x-amz-retry-after`.
 * @public
 */
export function readRetryAfter(headers: ResponseHeaders, nowMs: number): number | undefined {
  const fields = fieldsLike(headers, /retry-after/i);
  if (fields === undefined) return undefined;
  for (const name of millisecondHeaders) {
    const waitMs = parseDecimal(fields.get(name));
    if (waitMs !== undefined) return waitMs;
  }
  const theirNowMs = serviceTimeMs(headers, nowMs);
  return (
    parseRetryAfter(fields.get('retry-after') ?? '', theirNowMs) ??
    parseRetryAfter(fields.get('x-ratelimit-retry-after') ?? '', theirNowMs)
  );
}

/**
 * The time by the clock of the service: that of the response, and how long it was in a cache since; `nowMs`
 * for a response without a date. Source: RFC 9111 §4.2.3 and §5.1.
 */
export function serviceTimeMs(headers: ResponseHeaders, nowMs: number): number {
  const answeredAtMs = parseHttpDate(headers.get('date') ?? '', nowMs);
  const [, ageSeconds = '0'] = /^\s*(\d{1,9})\s*$/.exec(headers.get('age') ?? '') ?? [];
  return answeredAtMs === undefined ? nowMs : answeredAtMs + Number(ageSeconds) * 1_000;
}

const millisecondHeaders = ['retry-after-ms', 'x-ms-retry-after-ms', 'x-amz-retry-after'];

/** One `Retry-After` value, in milliseconds; `undefined` when it is neither seconds nor a date. @public */
export function parseRetryAfter(value: string, nowMs: number): number | undefined {
  const seconds = parseDecimal(value);
  if (seconds !== undefined) return seconds * 1_000;
  const at = parseHttpDate(value, nowMs);
  return at === undefined ? undefined : Math.max(0, at - nowMs);
}

// Real services send "0.2", which the grammar does not allow; their users still wait for it.
const decimal = /^\s*(\d+(?:\.\d{1,15})?)\s*$/;

// More digits still mean a wait that no call has the time for; infinity would be no number in JSON.
const greatest = 1e15;

function parseDecimal(value = ''): number | undefined {
  const match = decimal.exec(value);
  return match === null ? undefined : Math.min(Number(match[1]), greatest);
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec';
const imfDate =
  /^\s*[a-z]{3,9},?\s+(\d{1,2})[ -]([a-z]{3})[ -](\d{4}|\d{2})\s+(\d{2}):(\d{2}):(\d{2})\s+(?:GMT|UTC)\s*$/i;
const ascDate = /^\s*([a-z]{3})\s+([a-z]{3})\s+(\d{1,2})\s+(\d{2}:\d{2}:\d{2})\s+(\d{4})\s*$/i;

/**
 * The three date forms of RFC 9110 §5.6.7, as milliseconds since 1970. `Date.parse` would take "120" for a
 * year. A year of two digits is the one within fifty years of `nowMs`.
 */
export function parseHttpDate(value: string, nowMs: number): number | undefined {
  const parts = imfDate.exec(value.replace(ascDate, '$1 $3 $2 $5 $4 GMT'));
  if (parts === null) return undefined;
  const [, day, month = '', year = ''] = parts;
  const monthIndex = months.indexOf(month.toLowerCase()) / 4;
  const dayMs = Date.UTC(fullYear(year, nowMs), monthIndex, Number(day));
  const [hour = 0, minute = 0, second = 0] = parts.slice(4).map(Number);
  // The platform takes 30 February for 2 March.
  if (new Date(dayMs).getUTCMonth() !== monthIndex || hour > 23 || minute > 59 || second > 60)
    return undefined;
  return dayMs + ((hour * 60 + minute) * 60 + second) * 1_000;
}

function fullYear(year: string, nowMs: number): number {
  if (year.length > 2) return Number(year);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const ahead = (((Number(year) - thisYear) % 100) + 100) % 100;
  return thisYear + (ahead > 50 ? ahead - 100 : ahead);
}
