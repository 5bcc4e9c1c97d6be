import { CliError } from './cli-error.ts';

/** A row of a CSV file. */
export interface CsvRow {
  /** The number of its first line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const cellPatterns = {
  ',': cellPattern(','),
  ';': cellPattern(';'),
  '\t': cellPattern('\\t'),
} as const;

function cellPattern(separator: string): RegExp {
  const quoted = '[ ]*"([^"]*(?:""[^"]*)*)"[ ]*';
  return new RegExp(`(?:${quoted}|([^"\\r\\n${separator}]*))(${separator}|\\r\\n|\\r|\\n|$)`, 'y');
}

/**
 * The rows of a CSV text (RFC 4180), without blank ones. Columns are separated by commas; if the first line
 * has none, by semicolons or tabs. Lines end with CR LF, LF or CR.
 *
 * @throws CliError with the line of an unclosed or misplaced quote
 */
export function parseCsv(text: string, source: string): CsvRow[] {
  const pattern = cellPatterns[separatorOf(text)];
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [line, rowLine] = [1, 1];
  pattern.lastIndex = 0;
  for (let isOpen = text !== ''; isOpen; ) {
    const match = pattern.exec(text);
    if (match === null) throw new CliError(`${source}, line ${line}: a quote is not closed or misplaced.`);
    const [whole, quoted, plain = '', end = ''] = match;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    // An empty match at the end of the text leaves `lastIndex` where it is.
    isOpen = end !== '';
    if (end in cellPatterns) continue;
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: rowLine, cells });
    cells = [];
    rowLine = line;
  }
  return rows;
}

function separatorOf(text: string): keyof typeof cellPatterns {
  const [first = ''] = /^.*$/m.exec(text.trimStart()) ?? [];
  if (first.includes(',')) return ',';
  return ([';', '\t'] as const).find((each) => first.includes(each)) ?? ',';
}
