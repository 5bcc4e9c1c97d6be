import type { ResponseHeaders } from '../../http/response.ts';
import type { RateReport } from '../../rates.ts';
import { serviceTimeMs } from '../../retry/retry-after.ts';
import { type FieldItem, readCount, readFieldItems } from './rate-limit-field.ts';
import { isLongGuess, type ResetUnit, readReset } from './reset-time.ts';

const hourMs = 3_600_000;
/** A limit over at least this window is a quota. */
export const dayMs = 86_400_000;

/** The header names of one limit of a service, in any case. @public */
export interface RateHeaderNames {
  readonly remaining: string;
  readonly limit?: string | undefined;
  readonly reset?: string | undefined;
  /** The unit of `reset`; guessed from its size and format when omitted. */
  readonly resetUnit?: ResetUnit | undefined;
  /** Length of the window in milliseconds, if the service documents it. */
  readonly windowMs?: number | undefined;
  /**
   * @defaultValue `quota` for a window of a day or more, or a reset more than an hour away without one; else
   * `rate`
   */
  readonly kind?: RateReport['kind'] | undefined;
}

/**
 * Reads one limit from a service's own header names or units, for a driver's `readRates`. Malformed and
 * implausible values are omitted. Returns an empty list without a `remaining` number. Never throws. @public
 *
 * @example
 * ```ts
 * const readRates: ServiceDefinition['readRates'] = ({ headers }, clock) => [
 *   ...readNamedRate(
 *     headers,
 *     { remaining: 'x-apiquota-remaining', reset: 'x-apiquota-reset', resetUnit: 'date', kind: 'quota' },
 *     clock,
 *   ),
 * ]
 * ```
 */
export function readNamedRate(
  headers: ResponseHeaders,
  names: RateHeaderNames,
  clock: { readonly nowMs: number },
): RateReport[] {
  const { windowMs, resetUnit, kind } = names;
  const remaining = readAmount(headers.get(names.remaining));
  if (remaining === undefined) return [];
  const limit = names.limit === undefined ? undefined : readAmount(headers.get(names.limit));
  const nowMs = serviceTimeMs(headers, clock.nowMs);
  const text = names.reset === undefined ? null : headers.get(names.reset);
  const resetAfterMs = readReset(resetUnit, text, nowMs);
  const resetGuessed = resetUnit === undefined && windowMs === undefined && isLongGuess(text);
  return toReports(
    { limit, remaining, resetAfterMs, windowMs, resetGuessed: resetGuessed || undefined },
    kind,
  );
}

/** A number that may carry parameters (`76;w=21600`) or decimals (`598.0`), rounded down. */
export function readAmount(text: string | null): number | undefined {
  const plain = readCount(text);
  if (plain !== undefined || text === null) return plain;
  return readCount(/^\s*(\d{1,15})(?:\.\d{1,15})?\s*(?:[;,].{0,1024})?$/.exec(text)?.[1]);
}

/** The window of a limit: `100;w=60` in addition to a plain `100`, or the only policy. */
export function windowOf(limit: number | undefined, policies: readonly FieldItem[]): number | undefined {
  const withWindow = policies.filter(({ parameters }) => parameters.has('w') || parameters.has('window'));
  const matching = withWindow.find(
    ({ name, parameters }) => limit !== undefined && readCount(parameters.get('q') ?? name) === limit,
  );
  const policy = matching ?? (withWindow.length === 1 ? withWindow[0] : undefined);
  return readSeconds(policy?.parameters.get('w') ?? policy?.parameters.get('window'));
}

/** Items of a list field; empty when malformed. */
export function itemsOf(field: string | null): readonly FieldItem[] {
  return readFieldItems(field) ?? [];
}

export function readSeconds(value: string | null | undefined): number | undefined {
  const seconds = readCount(value);
  return seconds === undefined || seconds > 1e9 ? undefined : seconds * 1_000;
}

export function toReports(numbers: Omit<RateReport, 'kind'>, kind?: RateReport['kind']): RateReport[] {
  const { windowMs: given, ...rest } = numbers;
  const windowMs = given === 0 ? undefined : given;
  if (rest.limit === undefined && rest.remaining === undefined) return [];
  const isQuota = windowMs === undefined ? (rest.resetAfterMs ?? 0) > hourMs : windowMs >= dayMs;
  const defined = Object.entries({ ...rest, windowMs }).filter(([, value]) => value !== undefined);
  return [{ ...Object.fromEntries(defined), kind: kind ?? (isQuota ? 'quota' : 'rate') }];
}
