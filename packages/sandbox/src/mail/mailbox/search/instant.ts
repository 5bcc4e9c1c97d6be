import { localInstant } from './local-instant.ts';

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Milliseconds since midnight. */
  readonly time: number;
  /** Minutes east of Greenwich, when the text has them. */
  readonly offset: number | undefined;
}

/**
 * Epoch milliseconds of a date and time in one of many forms; `undefined` for other texts. Without an offset
 * it is a time of the time zone: `2026-01-31`, `2026/1/31 13:05`, `1/31/2026`, `31 Jan 2026 1:05 PM`,
 * `2026-01-31T13:05:00+01:00`, `20260131`, `1769864700`.
 */
export function parseInstant(text: string, timeZone: string | undefined): number | undefined {
  const digits = text.trim();
  if (/^\d{10}$/.test(digits)) return Number(digits) * 1000;
  if (/^\d{13}$/.test(digits)) return Number(digits);
  const parts = readParts(separateTime(digits).toLowerCase().slice(0, 100));
  if (parts === undefined) return undefined;
  const { year, month, day, time, offset } = parts;
  const midnight = Date.UTC(year, month - 1, day);
  // The calendar moves 31 February to March.
  const isReal = new Date(midnight).getUTCMonth() === month - 1 && day > 0;
  if (!isReal) return undefined;
  return offset === undefined ? localInstant(midnight + time, timeZone) : midnight + time - offset * 60_000;
}

/** `20260131`, `202601311305` and the "T" of ISO 8601 in the form with a space. */
function separateTime(text: string): string {
  const [, year, month, day, hour, minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)?(\d\d)?)?$/.exec(text) ?? [];
  if (year === undefined) return text.replace(/(\d)T(?=\d)/i, '$1 ');
  return `${year}-${month}-${day}${hour === undefined ? '' : ` ${hour}:${minute}:${second}`}`;
}

function readParts(text: string): DateParts | undefined {
  const days: string[] = [];
  let time: number | undefined;
  let offset: number | undefined;
  for (const word of text.split(/[\s,]+/)) {
    if (word === '' || weekdays.has(word.slice(0, 3))) continue;
    const zone = readOffset(word);
    const clock = readClock(word);
    if (zone !== undefined) offset = zone;
    else if (clock !== undefined) [time, offset] = [clock.time, clock.offset ?? offset];
    else if (word === 'am' || word === 'pm') time = toHalfDay(time ?? 0, word);
    else days.push(...word.split(/[-/.]/));
  }
  const day = readDay(days);
  return day && { ...day, time: time ?? 0, offset };
}

/** `13:05`, `13:05:09.5`, `1:05pm`, `13:05z`, `13:05+01:00`. */
function readClock(word: string): { readonly time: number; readonly offset: number | undefined } | undefined {
  const [, hour, minute, second = '0', rest = ''] =
    /^(\d{1,2}):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?([a-z+-][\d:a-z]{0,5})?$/.exec(word) ?? [];
  if (hour === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
  const time = (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000;
  if (rest === 'am' || rest === 'pm') return { time: toHalfDay(time, rest), offset: undefined };
  const offset = rest === '' ? undefined : readOffset(rest);
  return rest !== '' && offset === undefined ? undefined : { time, offset };
}

const hourMs = 3_600_000;

function toHalfDay(time: number, half: 'am' | 'pm'): number {
  return (time % (12 * hourMs)) + (half === 'pm' ? 12 * hourMs : 0);
}

/** `z`, `utc`, `+01:00`, `-0500`. */
function readOffset(word: string): number | undefined {
  if (word === 'z' || word === 'utc' || word === 'gmt') return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(word) ?? [];
  if (sign === undefined) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = new Set(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);

/** The year first, or the month by name or first, as Mailpit reads it; `31.1.2026` has no 31st month. */
function readDay(words: readonly string[]): Pick<DateParts, 'year' | 'month' | 'day'> | undefined {
  const named = words.map((word) => months.indexOf(word.slice(0, 3)) + 1);
  const month = named.find((number) => number > 0);
  const numbers = words.filter((_, index) => named[index] === 0).map(readNumber);
  if (words.length > 3 || numbers.some(Number.isNaN)) return undefined;
  const [a = Number.NaN, b = 1, c = 1] = numbers;
  if (month !== undefined) return a > 31 ? { year: a, month, day: b } : { year: readYear(b), month, day: a };
  if (a > 999) return { year: a, month: b, day: c };
  if (numbers.length < 3) return undefined;
  return a > 12 ? { year: readYear(c), month: b, day: a } : { year: readYear(c), month: a, day: b };
}

/** `31`, `31st`. */
function readNumber(word: string): number {
  const [, digits] = /^(\d{1,4})(?:st|nd|rd|th)?$/.exec(word) ?? [];
  return digits === undefined ? Number.NaN : Number(digits);
}

function readYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}
