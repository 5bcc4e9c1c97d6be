import { fieldsLike, type ResponseHeaders } from '../../http/response.ts';
import type { RateReport } from '../../rates.ts';
import { serviceTimeMs } from '../../retry/retry-after.ts';
import { itemsOf, readAmount, readSeconds, toReports, windowOf } from './named-rates.ts';
import { type FieldItem, readCount } from './rate-limit-field.ts';
import { isLongGuess, readReset } from './reset-time.ts';

/**
 * Reads the rate limits from a response's headers, in the common formats. A driver reads its service's own
 * names and units with {@link readNamedRate}.
 *
 * - All forms of the IETF draft: `RateLimit` with `RateLimit-Policy`; `limit=…, remaining=…, reset=…`;
 *   `RateLimit-Limit`, `-Remaining`, `-Reset`.
 * - The `X-RateLimit-` family, with its variants for a window (`-minute`), for requests, and with
 *   `-Reset-After`.
 *
 * Malformed and implausible values are omitted. A response from a cache (`Age`) yields nothing. Never throws.
 *
 * A limit over a day or more, or one whose reset is more than an hour away, is a `quota`.
 *
 * Source: draft-ietf-httpapi-ratelimit-headers, versions 03 to 11. @public
 */
export function readRateHeaders(headers: ResponseHeaders, clock: { readonly nowMs: number }): RateReport[] {
  const fields = fieldsLike(headers, /^(?:x-)?rate-?limit/i);
  // A cached response reports the limits of an earlier request.
  if (fields === undefined || (readCount(headers.get('age')) ?? 0) > 0) return [];
  const get = (name: string) => fields.get(name) ?? null;
  const policies = itemsOf(get('ratelimit-policy'));
  const items = itemsOf(get('ratelimit'));
  const structured = items.some(({ parameters }) => parameters.has('value'))
    ? readDictionary(items, policies)
    : items.flatMap((item) => readStructured(item, policies));
  return structured.length > 0
    ? structured
    : readFamilies(get, () => serviceTimeMs(headers, clock.nowMs), policies);
}

/** Reads `"burst";r=50;t=30`, with the policy of the same name `"burst";q=100;w=60`. */
function readStructured({ name, parameters }: FieldItem, policies: readonly FieldItem[]): RateReport[] {
  const remaining = readCount(parameters.get('r'));
  if (remaining === undefined) return [];
  const policy = policies.find((candidate) => candidate.name === name);
  // A permit counts requests, not bytes or concurrent requests.
  if (!/^requests?$/.test(policy?.parameters.get('qu') ?? 'request')) return [];
  return toReports({
    name,
    partition: parameters.get('pk'),
    // Examples in the draft use `l`, and so do services that follow them.
    limit: readCount(policy?.parameters.get('q') ?? policy?.parameters.get('l')),
    remaining,
    resetAfterMs: readSeconds(parameters.get('t')),
    windowMs: readSeconds(policy?.parameters.get('w')),
  });
}

/** Reads `limit=100, remaining=50, reset=30`. */
function readDictionary(items: readonly FieldItem[], policies: readonly FieldItem[]): RateReport[] {
  const value = (key: string) => items.find(({ name }) => name === key)?.parameters.get('value');
  const limit = readCount(value('limit'));
  return toReports({
    limit,
    remaining: readCount(value('remaining')),
    resetAfterMs: readSeconds(value('reset')),
    windowMs: windowOf(limit, policies),
  });
}

/**
 * The services' names for the remaining units, and the window if the name states it. Other names replace only
 * the word `remaining`.
 */
const families: readonly (readonly [remaining: string, windowMs?: number])[] = [
  ['ratelimit-remaining'],
  ['x-ratelimit-remaining'],
  ['x-rate-limit-remaining'],
  ['x-ratelimit-remaining-requests'],
  ['x-ratelimit-requests-remaining'],
  ['x-ratelimit-remaining-second', 1_000],
  ['x-ratelimit-remaining-minute', 60_000],
  ['x-ratelimit-remaining-hour', 3_600_000],
  ['x-ratelimit-remaining-day', 86_400_000],
  ['x-ratelimit-remaining-month', 2_592_000_000],
  ['x-ratelimit-remaining-year', 31_536_000_000],
];

function readName(text: string | null): string | undefined {
  return text !== null && /^[\x20-\x7e]{1,64}$/.test(text) ? text : undefined;
}

function readFamilies(
  header: (name: string) => string | null,
  nowMs: () => number,
  policies: readonly FieldItem[],
): RateReport[] {
  const reports: RateReport[] = [];
  for (const [name, knownWindowMs] of families) {
    // The same limit under two names must not count twice.
    if (reports.length > 0 && knownWindowMs === undefined) continue;
    const remainingText = header(name);
    const remaining = readAmount(remainingText);
    // A limit alone shows little, and most of these names are absent from most responses.
    if (remaining === undefined) continue;
    const get = (word: string) => header(name.replace('remaining', word));
    const limitText = get('limit');
    const limits = itemsOf(limitText);
    const limit = readCount(limits[0]?.name) ?? readAmount(limitText);
    const windowMs =
      knownWindowMs ??
      readSeconds(get('interval-seconds')) ??
      windowOf(limit, [...limits, ...policies, ...itemsOf(remainingText)]);
    const afterMs = readReset('seconds', get('reset-after'), 0);
    const reset = get('reset');
    // The draft's names use seconds.
    const isSure = name === 'ratelimit-remaining' || windowMs !== undefined || afterMs !== undefined;
    reports.push(
      ...toReports({
        // A service with several limits under one header name says which one this is.
        name: readName(get('bucket') ?? get('resource') ?? get('name')),
        limit,
        remaining,
        resetAfterMs: afterMs ?? readReset(undefined, reset, reset === null ? 0 : nowMs()),
        windowMs,
        resetGuessed: (!isSure && isLongGuess(reset)) || undefined,
      }),
    );
  }
  return reports;
}
