import { type AnswerHeaders, parseHttpDate } from '../retry/retry-after.ts';
import type { RateReport } from './limiter.ts';
import { type FieldItem, readCount, readFieldItems } from './rate-limit-field.ts';
import { readReset } from './reset-time.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * What an answer's headers say about rates, in the shapes that services have in common; a driver that knows its service's own units reads
 * them itself. Understood are all forms of the IETF draft (`RateLimit` with `RateLimit-Policy`, `limit=…, remaining=…, reset=…`, and
 * `RateLimit-Limit`, `-Remaining`, `-Reset`) and the `X-RateLimit-` family with its variants for a window (`-minute`) or for requests.
 * What is malformed or absurd is left out. Never throws.
 *
 * A limit over a day or more, or one whose reset is more than an hour away, is a `quota`.
 *
 * Source: draft-ietf-httpapi-ratelimit-headers, versions 03 to 10.
 *
 * @public
 */
export function readRateHeaders(headers: AnswerHeaders, clock: { readonly nowMs: number }): RateReport[] {
  const policies = readFieldItems(headers.get('ratelimit-policy')) ?? [];
  const fields = readFieldItems(headers.get('ratelimit')) ?? [];
  const structured = fields.some(({ parameters }) => parameters.has('value'))
    ? readDictionary(fields, policies)
    : fields.flatMap((field) => readStructured(field, policies));
  return structured.length > 0 ? structured : readNamed(headers, clock.nowMs, policies);
}

/** `"burst";r=50;t=30`, with the policy of the same name `"burst";q=100;w=60`. */
function readStructured({ name, parameters }: FieldItem, policies: readonly FieldItem[]): RateReport[] {
  const remaining = readCount(parameters.get('r'));
  if (remaining === undefined) return [];
  const policy = policies.find((candidate) => candidate.name === name);
  // Bytes and concurrent requests are not what a permit counts.
  if ((policy?.parameters.get('qu') ?? 'requests') !== 'requests') return [];
  return report({
    limit: readCount(policy?.parameters.get('q')),
    remaining,
    resetAfterMs: readSeconds(parameters.get('t')),
    windowMs: readSeconds(policy?.parameters.get('w')),
  });
}

/** `limit=100, remaining=50, reset=30`. */
function readDictionary(fields: readonly FieldItem[], policies: readonly FieldItem[]): RateReport[] {
  const value = (key: string) => fields.find(({ name }) => name === key)?.parameters.get('value');
  const limit = readCount(value('limit'));
  return report({
    limit,
    remaining: readCount(value('remaining')),
    resetAfterMs: readSeconds(value('reset')),
    windowMs: windowOf(limit, policies),
  });
}

/** How services name a limit: what stands before and after `limit`, `remaining` or `reset`, and the window where the name tells it. */
const spellings: readonly (readonly [prefix: string, suffix: string, windowMs?: number])[] = [
  ['ratelimit-', ''],
  ['x-ratelimit-', ''],
  ['x-rate-limit-', ''],
  ['x-ratelimit-', '-requests'],
  ['x-ratelimit-requests-', ''],
  ['x-ratelimit-', '-second', 1_000],
  ['x-ratelimit-', '-minute', 60_000],
  ['x-ratelimit-', '-hour', hourMs],
  ['x-ratelimit-', '-day', dayMs],
];

function readNamed(headers: AnswerHeaders, ourNowMs: number, policies: readonly FieldItem[]): RateReport[] {
  const reports: RateReport[] = [];
  for (const [prefix, suffix, knownWindowMs] of spellings) {
    // The same limit under two spellings would count twice.
    if (reports.length > 0 && knownWindowMs === undefined) continue;
    const remaining = readCount(headers.get(`${prefix}remaining${suffix}`));
    // A limit alone teaches little, and most of these names are absent from most answers.
    if (remaining === undefined) continue;
    const limits = readFieldItems(headers.get(`${prefix}limit${suffix}`)) ?? [];
    const limit = readCount(limits[0]?.name);
    // Dates and epochs are compared with the service's own clock where it tells it.
    const nowMs = parseHttpDate(headers.get('date') ?? '') ?? ourNowMs;
    const resetAfterMs = readReset(headers.get(`${prefix}reset${suffix}`), nowMs);
    const windowMs = knownWindowMs ?? windowOf(limit, [...limits, ...policies]);
    reports.push(...report({ limit, remaining, resetAfterMs, windowMs }));
  }
  return reports;
}

/** The window that goes with a limit: `100;w=60` beside a plain `100`, or the only policy there is. */
function windowOf(limit: number | undefined, policies: readonly FieldItem[]): number | undefined {
  const withWindow = policies.filter(({ parameters }) => parameters.has('w') || parameters.has('window'));
  const fitting = withWindow.find(
    ({ name, parameters }) => limit !== undefined && readCount(parameters.get('q') ?? name) === limit,
  );
  const policy = fitting ?? (withWindow.length === 1 ? withWindow[0] : undefined);
  return readSeconds(policy?.parameters.get('w') ?? policy?.parameters.get('window'));
}

function readSeconds(value: string | undefined): number | undefined {
  const seconds = readCount(value);
  return seconds === undefined || seconds > 1e9 ? undefined : seconds * 1_000;
}

function report(numbers: Omit<RateReport, 'kind'>): RateReport[] {
  const { limit, remaining, resetAfterMs, windowMs } = numbers;
  if (limit === undefined && remaining === undefined) return [];
  const isQuota = windowMs === undefined ? (resetAfterMs ?? 0) > hourMs : windowMs >= dayMs;
  return [
    {
      ...(limit === undefined ? {} : { limit }),
      ...(remaining === undefined ? {} : { remaining }),
      ...(resetAfterMs === undefined ? {} : { resetAfterMs }),
      ...(windowMs === undefined || windowMs === 0 ? {} : { windowMs }),
      kind: isQuota ? 'quota' : 'rate',
    },
  ];
}
