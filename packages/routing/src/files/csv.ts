import { invalidFile } from './report.ts';

/** A row of a CSV file. */
export interface CsvRow {
  /** The number of its first line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What separates columns. */
export type Separator = ',' | ';' | '\t' | '|';

export const separators: readonly Separator[] = ['\t', ';', '|', ','];

const cellPatterns = {
  ',': cellPattern(','),
  ';': cellPattern(';'),
  '\t': cellPattern('\\t'),
  '|': cellPattern('|'),
} as const;

function cellPattern(separator: string): RegExp {
  const quotedCell = '[ ]*"([^"]*(?:""[^"]*)*)"[ ]*';
  const end = separator === '|' ? '\\|' : separator;
  return new RegExp(`(?:${quotedCell}|([^"\\r\\n${separator}]*))(${end}|\\r\\n|\\r|\\n|$)`, 'y');
}

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
  const pattern = cellPatterns[separator];
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [line, rowLine] = [1, 1];
  pattern.lastIndex = 0;
  for (let isOpen = text !== ''; isOpen && rows.length < most; ) {
    const match = pattern.exec(text);
    if (match === null) throw invalidFile(`${source}, line ${line}`, ': a quote is not closed or misplaced');
    const [whole, inQuotes, plain = '', end = ''] = match;
    cells.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (inQuotes !== undefined) line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    else if (end !== '' && end !== separator) line += 1;
    // An empty match at the end of the text leaves `lastIndex` where it is.
    isOpen = end !== '';
    if (end in cellPatterns) continue;
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
