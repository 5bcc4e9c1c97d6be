import { invalidFile } from '../report.ts';

export interface CsvRow {
  /** The number of its first line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What separates columns. */
export type Separator = ',' | ';' | '\t' | '|';

export const separators: readonly Separator[] = ['\t', ';', '|', ','];

const patterns = {
  ',': patternsOf(','),
  ';': patternsOf(';'),
  '\t': patternsOf('\\t'),
  '|': patternsOf('\\|'),
};

function patternsOf(separator: string) {
  const end = `(${separator}|\\r\\n|\\r|\\n|$)`;
  return {
    plain: new RegExp(`([^"\\r\\n${separator}]*)${end}`, 'y'),
    end: new RegExp(`[ ]*${end}`, 'y'),
  };
}

interface Cell {
  readonly value: string;
  /** What separates it from the next one; empty at the end of the text. */
  readonly end: string;
  readonly next: number;
  /** The line breaks inside it. */
  readonly breaks: number;
}

function cellAt(text: string, from: number, { plain, end }: ReturnType<typeof patternsOf>): Cell | undefined {
  plain.lastIndex = from;
  const match = plain.exec(text);
  if (match !== null) return { value: match[1] ?? '', end: match[2] ?? '', next: plain.lastIndex, breaks: 0 };
  openQuote.lastIndex = from;
  if (!openQuote.test(text)) return undefined;
  const start = openQuote.lastIndex;
  let close = text.indexOf('"', start);
  // A loop: a regular expression over millions of quotes has no stack for them.
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close === -1) return undefined;
  end.lastIndex = close + 1;
  const [, mark] = end.exec(text) ?? [];
  if (mark === undefined) return undefined;
  const value = text.slice(start, close).replaceAll('""', '"');
  return { value, end: mark, next: end.lastIndex, breaks: value.match(/\r\n|\r|\n/g)?.length ?? 0 };
}

const openQuote = /[ ]*"/y;

export function isBlank({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/**
 * The rows of a CSV text (RFC 4180): the blank ones at its beginning and its end are left out. Lines end with
 * CR LF, LF or CR.
 *
 * @throws InvalidInputError with the line of an unclosed or misplaced quote
 */
export function parseCsv(text: string, separator: Separator, source: string, most = Infinity): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [line, rowLine, at] = [1, 1, 0];
  for (let isOpen = text !== ''; isOpen && rows.length < most; ) {
    const cell = cellAt(text, at, patterns[separator]);
    if (cell === undefined)
      throw invalidFile(`${source}, line ${line}`, ': a quote is not closed or misplaced');
    const { value, end, next, breaks } = cell;
    cells.push(value);
    line += breaks;
    at = next;
    isOpen = end !== '';
    if (end === separator) continue;
    line += 1;
    const row = { line: rowLine, cells };
    if (rows.length > 0 || !isBlank(row)) rows.push(row);
    cells = [];
    rowLine = line;
  }
  while (rows.length > 0 && isBlank(rows.at(-1) as CsvRow)) rows.pop();
  return rows;
}

/** The rows of a text with tabs and no quoting, such as a dump of GeoNames. */
export function parseTabs(text: string): CsvRow[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((row, at) => (row.trim() === '' ? [] : [{ line: at + 1, cells: row.split('\t') }]));
}
