/** One table of the report, and the numbers behind it. */
export interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly data: unknown;
}

/** The section as a Markdown table. */
export function formatSection({ title, columns, rows }: Section): string {
  const widths = columns.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [`### ${title}`, '', line(columns), rule, ...rows.map(line), ''].join('\n');
}

/** Prints the current measurement: on a terminal in one line that is overwritten, in a pipe nothing. */
export type Progress = (text: string) => void;

export const progress: Progress = (text) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
};
