import type { RateReport } from '../constraints/usage.ts';
import { type AnswerHeaders, parseHttpDate } from '../retry/retry-after.ts';
import { type FieldItem, readCount, readFieldItems } from './rate-limit-field.ts';
import { isLongGuess, type ResetUnit, readReset } from './reset-time.ts';

const hourMs = 3_600_000;
/** From this length on a limit is a quota. */
export const dayMs = 24 * hourMs;

/** How one service spells one of its limits. Header names in any case. @public */
export interface RateHeaderNames {
  readonly remaining: string;
  readonly limit?: string | undefined;
  readonly reset?: string | undefined;
  /** What `reset` holds; guessed from its size and shape when left out. */
  readonly resetUnit?: ResetUnit | undefined;
  /** Length of the window, where the service documents it. */
  readonly windowMs?: number | undefined;
  /** @defaultValue `quota` for a window of a day or more, or a reset more than an hour away without one; else `rate` */
  readonly kind?: RateReport['kind'] | undefined;
}

/**
 * One limit from the headers of a service that has names or units of its own: for a driver's `readRates`. What is malformed or absurd is
 * left out; nothing at all when the remaining number is missing. Never throws.
 *
 * @example
 * ```ts
 * readRates: ({ headers }, clock) => [
 *   ...readNamedRate(headers, { remaining: 'x-apiquota-remaining', reset: 'x-apiquota-reset', resetUnit: 'date', kind: 'quota' }, clock),
 * ]
 * ```
 *
 * @public
 */
export function readNamedRate(
  headers: AnswerHeaders,
  names: RateHeaderNames,
  clock: { readonly nowMs: number },
): RateReport[] {
  const { windowMs, resetUnit, kind } = names;
  const remaining = readAmount(headers.get(names.remaining));
  if (remaining === undefined) return [];
  const limit = names.limit === undefined ? undefined : readAmount(headers.get(names.limit));
  const nowMs = serviceNow(headers, clock);
  const text = names.reset === undefined ? null : headers.get(names.reset);
  const resetAfterMs = readReset(resetUnit, text, nowMs);
  const resetGuessed = resetUnit === undefined && windowMs === undefined && isLongGuess(text);
  return toReports(
    { limit, remaining, resetAfterMs, windowMs, resetGuessed: resetGuessed || undefined },
    kind,
  );
}

/** Dates and epochs are compared with the service's own clock where it tells it. @internal */
export function serviceNow(headers: AnswerHeaders, clock: { readonly nowMs: number }): number {
  return parseHttpDate(headers.get('date') ?? '', clock.nowMs) ?? clock.nowMs;
}

/** A number that may carry parameters (`76;w=21600`) or decimals (`598.0`), rounded down. @internal */
export function readAmount(text: string | null): number | undefined {
  const plain = readCount(text);
  if (plain !== undefined || text === null) return plain;
  return readCount(/^\s*(\d{1,15})(?:\.\d{1,15})?\s*(?:[;,].{0,1024})?$/.exec(text)?.[1]);
}

/** The window that goes with a limit: `100;w=60` beside a plain `100`, or the only policy there is. @internal */
export function windowOf(limit: number | undefined, policies: readonly FieldItem[]): number | undefined {
  const withWindow = policies.filter(({ parameters }) => parameters.has('w') || parameters.has('window'));
  const fitting = withWindow.find(
    ({ name, parameters }) => limit !== undefined && readCount(parameters.get('q') ?? name) === limit,
  );
  const policy = fitting ?? (withWindow.length === 1 ? withWindow[0] : undefined);
  return readSeconds(policy?.parameters.get('w') ?? policy?.parameters.get('window'));
}

/** Items of a field that is a list; none when it is malformed. @internal */
export function itemsOf(field: string | null): readonly FieldItem[] {
  return readFieldItems(field) ?? [];
}

/** @internal */
export function readSeconds(value: string | null | undefined): number | undefined {
  const seconds = readCount(value);
  return seconds === undefined || seconds > 1e9 ? undefined : seconds * 1_000;
}

/** @internal */
export function toReports(numbers: Omit<RateReport, 'kind'>, kind?: RateReport['kind']): RateReport[] {
  const { windowMs: given, ...rest } = numbers;
  const windowMs = given === 0 ? undefined : given;
  if (rest.limit === undefined && rest.remaining === undefined) return [];
  const isQuota = windowMs === undefined ? (rest.resetAfterMs ?? 0) > hourMs : windowMs >= dayMs;
  const told = Object.entries({ ...rest, windowMs }).filter(([, value]) => value !== undefined);
  return [{ ...Object.fromEntries(told), kind: kind ?? (isQuota ? 'quota' : 'rate') }];
}
