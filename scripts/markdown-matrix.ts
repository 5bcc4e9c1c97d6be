// Tables of what drivers can do, as Markdown.

/** What a table says about one driver in one column. */
export type Cell<Capabilities> = (capabilities: Capabilities) => string;

/** A row for each driver. */
export function tableOf<Capabilities>(
  drivers: Readonly<Record<string, Capabilities>>,
  columns: Readonly<Record<string, Cell<Capabilities>>>,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = Object.entries(drivers).map(([name, can]) =>
    line([`\`${name}\``, ...Object.values(columns).map((cell) => cell(can))]),
  );
  const names = Object.keys(columns);
  return [line(['', ...names]), `|${'---|'.repeat(names.length + 1)}`, ...rows].join('\n');
}

/** A list item in lines of at most 110 columns. */
export function wrapItem(item: string): string {
  const lines = [''];
  for (const word of item.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (`${last} ${word}`.length > 110) lines.push(`  ${word}`);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}

const [begin, end] = ['<!-- capabilities -->', '<!-- /capabilities -->'];

/** The page with other text between its two marks. */
export function withMatrix(page: string, matrix: string): string {
  const [head = '', rest = ''] = page.split(begin);
  const tail = rest.split(end)[1] ?? '';
  return `${head}${begin}\n${matrix}\n${end}${tail}`;
}
