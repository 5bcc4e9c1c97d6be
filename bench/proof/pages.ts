// The pages that compare us with others, made of results.json: `node bench/proof/pages.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { type GroupResult, type PeerResult, type Results, resultsFile } from './results.ts';

const products = ['email', 'routing', 'realtime'] as const;

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = ([head = [], ...rows]: readonly (readonly string[])[]) =>
  [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');

function faults({ title, rows, peers }: GroupResult): string {
  const cellOf = ({ cells }: PeerResult, id: string) => {
    const { text = '', harm = false } = cells[id] ?? {};
    return harm ? `**${text}**` : text;
  };
  const lines = rows.map(({ id, title }) => [title, ...peers.map((peer) => cellOf(peer, id))]);
  return `## ${title}\n\n${table([['', ...peers.map(({ name }) => name)], ...lines])}`;
}

function figures(groups: readonly GroupResult[]): string {
  const head = ['', 'version', 'packages', 'installed', 'bundle', 'CPU'];
  const measured = groups.filter(({ peers }) => peers[0]?.cpu !== undefined);
  const lines = measured.flatMap(({ peers, title }) =>
    peers.map(({ name, version, packages, kilobytes, bundleKilobytes, cpu }, at) => [
      at === 0 ? `${name}: ${title.replace(/^A /, 'a ')}` : name,
      version,
      String(packages),
      `${(kilobytes / 1_000).toFixed(1)} MB`,
      `${bundleKilobytes} kB`,
      cpu?.toFixed(2) ?? '',
    ]),
  );
  return `## Figures\n\n${table([head, ...lines])}`;
}

/** A page: what was written about it, around the tables of the last run. */
export function pageOf(product: (typeof products)[number], { date, node, groups }: Results): string {
  const own = groups.filter((group) => group.product === product);
  const words = readFileSync(new URL(`${product}/words.md`, import.meta.url), 'utf8');
  const run = `${date}, Node ${node}`;
  return words
    .replace('{{run}}', run)
    .replace('{{faults}}', own.map(faults).join('\n\n'))
    .replace('{{figures}}', figures(own));
}

/** The path of each page, and its text. */
export function pages(): ReadonlyMap<string, string> {
  const results: Results = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const pathOf = (product: string) =>
    new URL(`../../packages/${product}/docs/compared.md`, import.meta.url).pathname;
  return new Map(products.map((product) => [pathOf(product), pageOf(product, results)]));
}

export function writePages(): void {
  for (const [path, text] of pages()) writeFileSync(path, text);
}

if (import.meta.main) writePages();
