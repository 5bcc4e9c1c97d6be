import type { RateReport } from '../constraints/usage.ts';
import type { AnswerHeaders } from '../retry/retry-after.ts';
import { dayMs, itemsOf, readAmount, readSeconds, serviceNow, toReports, windowOf } from './named-rates.ts';
import { type FieldItem, readCount } from './rate-limit-field.ts';
import { isLongGuess, readReset } from './reset-time.ts';

/**
 * What an answer's headers say about rates, in the shapes that services have in common; a driver that knows its service's own names and
 * units reads them with {@link readNamedRate}. Understood are all forms of the IETF draft (`RateLimit` with `RateLimit-Policy`,
 * `limit=…, remaining=…, reset=…`, and `RateLimit-Limit`, `-Remaining`, `-Reset`) and the `X-RateLimit-` family with its variants for a
 * window (`-minute`), for requests, and with `-Reset-After`. What is malformed or absurd is left out, and so is all that an answer out of a
 * cache says (`Age`). Never throws.
 *
 * A limit over a day or more, or one whose reset is more than an hour away, is a `quota`.
 *
 * Source: draft-ietf-httpapi-ratelimit-headers, versions 03 to 11.
 *
 * @public
 */
export function readRateHeaders(headers: AnswerHeaders, clock: { readonly nowMs: number }): RateReport[] {
  // An answer out of a cache on the way tells of another request, some time ago.
  if ((readCount(headers.get('age')) ?? 0) > 0) return [];
  const policies = itemsOf(headers.get('ratelimit-policy'));
  const fields = itemsOf(headers.get('ratelimit'));
  const structured = fields.some(({ parameters }) => parameters.has('value'))
    ? readDictionary(fields, policies)
    : fields.flatMap((field) => readStructured(field, policies));
  return structured.length > 0 ? structured : readFamilies(headers, clock, policies);
}

/** `"burst";r=50;t=30`, with the policy of the same name `"burst";q=100;w=60`. */
function readStructured({ name, parameters }: FieldItem, policies: readonly FieldItem[]): RateReport[] {
  const remaining = readCount(parameters.get('r'));
  if (remaining === undefined) return [];
  const policy = policies.find((candidate) => candidate.name === name);
  // Bytes and concurrent requests are not what a permit counts.
  if (!/^requests?$/.test(policy?.parameters.get('qu') ?? 'request')) return [];
  return toReports({
    name,
    partition: parameters.get('pk'),
    // Examples of the draft itself say `l`, and so do services that follow them.
    limit: readCount(policy?.parameters.get('q') ?? policy?.parameters.get('l')),
    remaining,
    resetAfterMs: readSeconds(parameters.get('t')),
    windowMs: readSeconds(policy?.parameters.get('w')),
  });
}

/** `limit=100, remaining=50, reset=30`. */
function readDictionary(fields: readonly FieldItem[], policies: readonly FieldItem[]): RateReport[] {
  const value = (key: string) => fields.find(({ name }) => name === key)?.parameters.get('value');
  const limit = readCount(value('limit'));
  return toReports({
    limit,
    remaining: readCount(value('remaining')),
    resetAfterMs: readSeconds(value('reset')),
    windowMs: windowOf(limit, policies),
  });
}

/** How services name what remains of a limit, and the window where the name tells it. Their other names differ in the word `remaining` only. */
const families: readonly (readonly [remaining: string, windowMs?: number])[] = [
  ['ratelimit-remaining'],
  ['x-ratelimit-remaining'],
  ['x-rate-limit-remaining'],
  ['x-ratelimit-remaining-requests'],
  ['x-ratelimit-requests-remaining'],
  ['x-ratelimit-remaining-second', 1_000],
  ['x-ratelimit-remaining-minute', 60_000],
  ['x-ratelimit-remaining-hour', dayMs / 24],
  ['x-ratelimit-remaining-day', dayMs],
  ['x-ratelimit-remaining-month', 30 * dayMs],
  ['x-ratelimit-remaining-year', 365 * dayMs],
];

function readName(text: string | null): string | undefined {
  return text !== null && /^[\x20-\x7e]{1,64}$/.test(text) ? text : undefined;
}

function readFamilies(
  headers: AnswerHeaders,
  clock: { readonly nowMs: number },
  policies: readonly FieldItem[],
): RateReport[] {
  const reports: RateReport[] = [];
  for (const [name, knownWindowMs] of families) {
    // The same limit under two spellings would count twice.
    if (reports.length > 0 && knownWindowMs === undefined) continue;
    const left = headers.get(name);
    const remaining = readAmount(left);
    // A limit alone teaches little, and most of these names are absent from most answers.
    if (remaining === undefined) continue;
    const get = (word: string) => headers.get(name.replace('remaining', word));
    const nowMs = serviceNow(headers, clock);
    const limits = itemsOf(get('limit'));
    const limit = readCount(limits[0]?.name) ?? readAmount(get('limit'));
    const windowMs =
      knownWindowMs ??
      readSeconds(get('interval-seconds')) ??
      windowOf(limit, [...limits, ...policies, ...itemsOf(left)]);
    const afterMs = readReset('seconds', get('reset-after'), nowMs);
    const reset = get('reset');
    // The draft's own are seconds.
    const isSure = name === 'ratelimit-remaining' || windowMs !== undefined || afterMs !== undefined;
    reports.push(
      ...toReports({
        // Limits of one name and different numbers: the service says which one this is.
        name: readName(get('bucket') ?? get('resource') ?? get('name')),
        limit,
        remaining,
        resetAfterMs: afterMs ?? readReset(undefined, reset, nowMs),
        windowMs,
        resetGuessed: (!isSure && isLongGuess(reset)) || undefined,
      }),
    );
  }
  return reports;
}
