import { quoted, type Report } from '../report.ts';
import {
  clockForms,
  dateForms,
  dayFirst,
  excelTime,
  monthFirst,
  secondsOf,
  type TimeForm,
} from '../time-forms.ts';
import { plainName } from './columns.ts';
import { type CsvRow, isBlank } from './csv.ts';

/** How the rows of a table say when they were recorded. */
export type ReadTime = (row: CsvRow) => number | undefined;

type ReadText = (row: CsvRow) => string;

const wholeNames = ['timestamp', 'datetime', 'utctime', 'timeutc', 'timestampms', 'epoch', 'datetimeutc'];
const clockNames = ['time', 'zeit', 'uhrzeit', 'tijd', 'tid', 'heure', 'hora', 'utctime', 'timeutc'];
const dateNames = ['date', 'datum', 'utcdate', 'dateutc', 'fecha'];

/**
 * The meaning of the columns of times, chosen once: one column with the whole time, or one with the date and
 * one with the time of day. Values decide over names. `undefined` for a table without times.
 */
export function timesIn(
  headers: readonly string[],
  rows: readonly CsvRow[],
  report: Report,
): ReadTime | undefined {
  const names = headers.map(plainName);
  const find = (words: readonly string[]) => {
    const word = words.find((each) => names.includes(each));
    return word === undefined ? -1 : names.indexOf(word);
  };
  const samples = rows.filter((row) => !isBlank(row));
  const [clock, date] = [find(clockNames), find(dateNames)];
  const columns = [...new Set([find(['time']), find(wholeNames), clock, date])].filter((at) => at !== -1);
  if (columns.length === 0) return undefined;
  const reads = columns.map((at) => wholeTime(cellOf(at), samples, report));
  const [found = -1] = reads.flatMap((read, at) => (read === undefined ? [] : [at]));
  if (found !== -1) return withNotice(reads[found] as ReadTime, columns[found] ?? 0, headers, report);
  const both = clock === -1 || date === -1 ? undefined : inTwo(cellOf(date), cellOf(clock), samples, report);
  if (both !== undefined) return withNotice(both, clock, headers, report);
  const value = columns.flatMap((at) => samples.map(cellOf(at)).find((text) => text !== '') ?? [])[0];
  const shown = columns.map((at) => quoted(headers[at] ?? '')).join(' and ');
  if (value !== undefined)
    report.notice(`the times of ${shown} are not read: ${quoted(value)} is not a date with a time`);
  return undefined;
}

function cellOf(column: number): ReadText {
  return ({ cells }) => cells[column]?.trim() ?? '';
}

/** One column with the date and the time of day. */
function wholeTime(read: ReadText, samples: readonly CsvRow[], report: Report): ReadTime | undefined {
  const texts = textsOf(read, samples);
  const one = bestOf([{ read: secondsOf }, excelTime], texts);
  if (one !== undefined) {
    if (one.notice !== undefined) report.notice(`times are read as ${one.notice}`);
    return (row) => one.read(read(row));
  }
  const part = (index: 0 | 1) => (row: CsvRow) => partsOf(read(row))[index];
  return inTwo(part(0), part(1), samples, report);
}

/** "01.05.2023 08:00:00", "20230501080000". */
function partsOf(text: string): readonly [date: string, clock: string] {
  const [, date = '', clock = ''] =
    /^(\d{8}|\d{6})(\d{6}(?:\.\d+)?)$/.exec(text) ?? /^([\d./-]+)(?:T|,? +)(\d.*)$/i.exec(text) ?? [];
  return [date, clock];
}

function inTwo(
  readDate: ReadText,
  readClock: ReadText,
  samples: readonly CsvRow[],
  report: Report,
): ReadTime | undefined {
  const dates = textsOf(readDate, samples);
  const [date, clock] = [bestOf(dateForms, dates), bestOf(clockForms, textsOf(readClock, samples))];
  if (date === undefined || clock === undefined) return undefined;
  const isAmbiguous =
    (date === dayFirst || date === monthFirst) && hits(dayFirst, dates) === hits(monthFirst, dates);
  // The wrong order would be a wrong time: none is better.
  if (isAmbiguous) return undefined;
  if (date.notice !== undefined) report.notice(`times are read with ${date.notice}`);
  return (row) => {
    const [days, seconds] = [date.read(readDate(row)), clock.read(readClock(row))];
    return days === undefined || seconds === undefined ? undefined : days * 86_400 + seconds;
  };
}

function textsOf(read: ReadText, samples: readonly CsvRow[]): string[] {
  return samples.map(read).filter((text) => text !== '');
}

/** The form that most of the texts have, if half of them have it; of equals the first. */
function bestOf(forms: readonly TimeForm[], texts: readonly string[]): TimeForm | undefined {
  const counts = forms.map((form) => hits(form, texts));
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  return most > 0 && most * 2 >= texts.length ? forms[counts.indexOf(most)] : undefined;
}

function hits(form: TimeForm, texts: readonly string[]): number {
  return texts.filter((text) => form.read(text) !== undefined).length;
}

/** A value of a later row that has another form. */
function withNotice(read: ReadTime, column: number, headers: readonly string[], report: Report): ReadTime {
  return (row) => {
    const seconds = read(row);
    if (seconds === undefined && cellOf(column)(row) !== '')
      report.notice(`some values of the column ${quoted(headers[column] ?? '')} are not read as times`);
    return seconds;
  };
}
