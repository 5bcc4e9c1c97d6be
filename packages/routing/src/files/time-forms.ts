import type { FilePoint } from './content.ts';
import { quoted, type Report, shown } from './report.ts';

/** A way to write a date or a time of day. */
export interface TimeForm {
  /** Days or seconds since 1970, or seconds of a day; `undefined` for another text. */
  read(text: string): number | undefined;
  /** What a reader of the notices should know: the form is a guess. */
  readonly notice?: string;
}

/** A number of seconds since 1970 that a file may mean: of the years 1990 to 2099. */
export function isPlausible(seconds: number): boolean {
  return seconds >= 631_152_000 && seconds < 4_102_444_800;
}

const isoTime =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s?(?:Z|([-+]\d\d)(?::?(\d\d))?)?$/i;

/**
 * A time as seconds since 1970: an ISO time, in UTC if it has no zone, or a number of seconds, milliseconds,
 * microseconds or nanoseconds of the years 1990 to 2099, told apart by its size. `undefined` for other texts.
 */
export function secondsOf(text: string): number | undefined {
  if (/^\d{9,20}(?:\.\d+)?$/.test(text))
    return [1, 1e3, 1e6, 1e9].map((unit) => Number(text) / unit).find(isPlausible);
  const match = isoTime.exec(text);
  if (match === null) return undefined;
  const [, date = '', minute, second = '00', fraction = '0', zone, zoneMinutes = '00'] = match;
  const offset = zone === undefined ? 'Z' : `${zone}:${zoneMinutes}`;
  // Otherwise, 30 February is 2 March.
  if (new Date(date).getUTCDate() !== Number(date.slice(8))) return undefined;
  const milliseconds = Date.parse(`${date}T${minute}:${second}.${fraction}${offset}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** The same for the time of a point. A value that is not a time is a notice for a reader of tracks. */
export function timeOf(value: unknown, report: Report, read = secondsOf): number | undefined {
  const isText = typeof value === 'string' || typeof value === 'number';
  const text = shown(value ?? '').trim();
  const seconds = isText ? read(text) : undefined;
  if (seconds === undefined && text !== '' && report.isTrack)
    report.notice(
      'times that are not of the years 1990 to 2099, or not in a known form, are left out',
      quoted(text),
    );
  return seconds;
}

/** The times of a line: none if they are not one for each of its places. */
export function timesFor<Time>(
  places: readonly unknown[],
  times: readonly Time[],
  report: Report,
): readonly Time[] {
  if (times.length === 0 || times.length === places.length) return times;
  if (report.isTrack)
    report.notice('the times of a line that are not one for each of its places are left out');
  return [];
}

/** A time of a whole line, such as its start, is none of its points. */
export function noticeTimeOfLine(points: readonly FilePoint[], report: Report): void {
  if (report.isTrack && points.every(({ timeSeconds }) => timeSeconds === undefined))
    report.notice('the time of a whole line is left out: its points have none');
}

const dayMilliseconds = 86_400_000;

function dayOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && isPlausible(date.getTime() / 1000) ? date.getTime() / dayMilliseconds : undefined;
}

type Order = readonly [year: number, month: number, day: number];

function dateForm(pattern: RegExp, [year, month, day]: Order, notice?: string): TimeForm {
  const read = (text: string) => {
    const parts = (pattern.exec(text) ?? []).slice(1).map(Number);
    const years = parts[year] ?? Number.NaN;
    return dayOf(years < 100 ? 2000 + years : years, parts[month] ?? 0, parts[day] ?? 0);
  };
  return notice === undefined ? { read } : { read, notice };
}

const slashes = /^(\d\d?)[/-](\d\d?)[/-](\d{4}|\d\d)$/;
const sixDigits = /^(\d\d)(\d\d)(\d\d)$/;

/** Dates with the day before the month, and with the month before the day: some texts are both. */
export const dayFirst = dateForm(slashes, [2, 1, 0], 'dates with the day before the month');
export const monthFirst = dateForm(slashes, [2, 0, 1], 'dates with the month before the day');

// https://support.microsoft.com/en-us/office/datevalue-function-df8b07d4-7761-4a93-bc33-b7471bbff252
const excelEpochDays = 25_569;

/** Dates, in the order of preference. They give days since 1970. */
export const dateForms: readonly TimeForm[] = [
  dateForm(/^(\d{4})[-/.](\d\d?)[-/.](\d\d?)$/, [0, 1, 2]),
  dateForm(/^(\d{4})(\d\d)(\d\d)$/, [0, 1, 2]),
  dateForm(/^(\d\d?)\.(\d\d?)\.(\d{4}|\d\d)$/, [2, 1, 0]),
  dayFirst,
  monthFirst,
  // Columbus V900: https://www.gpsbabel.org/htmldoc-development/fmt_v900.html
  dateForm(sixDigits, [0, 1, 2], 'dates of six digits, YYMMDD'),
  dateForm(sixDigits, [2, 1, 0], 'dates of six digits, DDMMYY'),
  { read: (text) => excelDays(text, /^\d{5}$/), notice: 'days of a spreadsheet, since 1899-12-30' },
];

/** A date and a time of day in one number of a spreadsheet; it gives seconds since 1970. */
export const excelTime: TimeForm = {
  read: (text) => {
    const days = excelDays(text, /^\d{5}[.,]\d+$/);
    return days === undefined ? undefined : toMilliseconds(days * 86_400);
  },
  notice: 'days of a spreadsheet, since 1899-12-30',
};

// From 2000 to 2099.
function excelDays(text: string, pattern: RegExp): number | undefined {
  const days = pattern.test(text) ? Number(text.replace(',', '.')) : 0;
  return days >= 36_526 && days < 73_051 ? days - excelEpochDays : undefined;
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

const clock =
  /^(\d\d?):(\d\d)(?::(\d\d(?:[.,]\d+)?))?\s?(?:([ap])\.?m\.?)?\s?(?:z|utc|gmt|([-+]\d\d):?(\d\d)?)?$/i;

/** Times of day, in the order of preference. They give seconds. */
export const clockForms: readonly TimeForm[] = [
  { read: clockSeconds },
  {
    read: (text) =>
      /^0?[.,]\d+$/.test(text) ? toMilliseconds(Number(text.replace(',', '.')) * 86_400) : undefined,
  },
  {
    // Spreadsheets drop the zeros at the beginning.
    read: (text) => {
      const [, digits, fraction = ''] = /^(\d{1,6})(\.\d+)?$/.exec(text) ?? [];
      if (digits === undefined) return undefined;
      const [, hours = '', minutes = '', seconds = ''] = sixDigits.exec(digits.padStart(6, '0')) ?? [];
      return secondsOfDay(Number(hours), Number(minutes), Number(seconds + fraction));
    },
  },
];

function clockSeconds(text: string): number | undefined {
  const match = clock.exec(text);
  if (match === null) return undefined;
  const [, hour = '', minute = '', second = '0', half, zone = '0', zoneMinutes = '0'] = match;
  const noon = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const seconds = secondsOfDay(noon, Number(minute), Number(second.replace(',', '.')));
  if (seconds === undefined) return undefined;
  const offset = Number(zone) * 3600 + (zone.startsWith('-') ? -60 : 60) * Number(zoneMinutes);
  return seconds - offset;
}

function secondsOfDay(hours: number, minutes: number, seconds: number): number | undefined {
  return hours < 24 && minutes < 60 && seconds < 61 ? hours * 3600 + minutes * 60 + seconds : undefined;
}
