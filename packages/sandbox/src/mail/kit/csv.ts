// Sticky: a search that goes on begins again at each character.
const cellPattern = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|\r|$)/y;

/** Rows of cells; a cell in quotation marks may have commas, line breaks and doubled quotation marks. */
export function parseCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  cellPattern.lastIndex = 0;
  for (let end = ','; end !== ''; ) {
    const [, quoted, plain = '', after = ''] = cellPattern.exec(csv) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    end = after;
    if (end === ',') continue;
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  }
  return rows;
}

/** Rows as objects by the names in the first row; cells without a text are left out. */
export function readCsv(bytes: Uint8Array): readonly Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = parseCsv(new TextDecoder().decode(bytes));
  return rows.map((cells) =>
    Object.fromEntries(names.flatMap((name, at) => (cells[at] ? [[name, cells[at]] as const] : []))),
  );
}
