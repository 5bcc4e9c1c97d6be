import { parseHttpDate } from '../../retry/retry-after.ts';
import { parseIsoInstant } from '../../time/instant.ts';

/**
 * The unit of a reset header. `date` is an HTTP date or ISO 8601; `duration` is a Go duration (`6m0s`).
 * @public
 */
export type ResetUnit =
  | 'seconds'
  | 'milliseconds'
  | 'epoch-seconds'
  | 'epoch-milliseconds'
  | 'date'
  | 'duration';

const longestGuessMs = 86_400_000;
const leastEpochSeconds = 1e8;
// A year's quota, and a margin for leap years and clocks.
const longestResetMs = 367 * 86_400_000;
const number = /^\d{1,15}(?:\.\d{1,15})?$/;
// Go durations: "1h2m3.5s", "6m0s", "12ms".
const duration = /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/;

/**
 * Reads the time to a reset, in milliseconds. Without `unit`, the unit is guessed: services send remaining
 * seconds, epoch seconds, epoch milliseconds, dates and durations under the same names. Numbers below 10^8
 * are remaining seconds, below 10^11 epoch seconds, else epoch milliseconds. A guessed reset that is not
 * within a day from now is `undefined`.
 */
export function readReset(
  unit: ResetUnit | undefined,
  text: string | null,
  nowMs: number,
): number | undefined {
  if (text === null || text.length > 64) return undefined;
  const value = text.trim();
  const isNumber = number.test(value);
  if (unit === undefined && isNumber) return within(readNumber(Number(value), nowMs), longestGuessMs);
  if (unit === undefined) return within(readDuration(value) ?? readDate(value, nowMs), longestGuessMs);
  if (unit === 'date') return within(readDate(value, nowMs), longestResetMs);
  if (unit === 'duration') return within(readDuration(value), longestResetMs);
  if (!isNumber) return undefined;
  const inMs = Number(value) * (unit.endsWith('milliseconds') ? 1 : 1_000);
  return within(unit.startsWith('epoch') ? inMs - nowMs : inMs, longestResetMs);
}

// A number above this may be milliseconds instead of seconds.
const longestSureSeconds = 60;

/** Whether the text is a number of guessed seconds so large that a wrong guess costs much. */
export function isLongGuess(text: string | null): boolean {
  const value = Number(text);
  return value > longestSureSeconds && value < leastEpochSeconds;
}

function within(afterMs: number | undefined, mostMs: number): number | undefined {
  return afterMs !== undefined && afterMs >= 0 && afterMs <= mostMs ? afterMs : undefined;
}

function readNumber(value: number, nowMs: number): number {
  if (value < leastEpochSeconds) return value * 1_000;
  return (value < 1e11 ? value * 1_000 : value) - nowMs;
}

function readDuration(value: string): number | undefined {
  const parts = value === '' ? null : duration.exec(value);
  if (parts === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1_000 + milliseconds;
}

function readDate(value: string, nowMs: number): number | undefined {
  const at = parseIsoInstant(value) ?? parseHttpDate(value, nowMs);
  return at === undefined ? undefined : at - nowMs;
}
