// The pages of names, from api.json and the built declarations: an index for each package, a page for each of
// its entries, and pages of parts where an entry is long. Each declaration stands once.
import { readFileSync } from 'node:fs';
import { publishedPackages } from '../scripts/package-entries.ts';
import { find, textOf } from './declarations.ts';
import { firstSentence, type Page } from './pages.ts';

interface Name {
  readonly word: string;
  readonly anchor: string;
  /** Its declaration, by file and name. */
  readonly key: string;
  /** The folder of that file: `model/routes/`, or nothing. */
  readonly folder: string;
  readonly comment: string;
  readonly text: string;
}

/** The names that are declared in a folder, and the address of their page. */
interface Part {
  readonly path: string;
  readonly folder: string;
  readonly names: readonly Name[];
}

/** Characters of a page. What has less than `leastOfPart` gets none of its own. */
const mostOfPage = 20_000;
const leastOfPart = 1500;

const slugOf = (entry: string) => (entry === '.' ? 'root' : entry.slice(2).replaceAll('/', '-'));

/** `./inbound`, and not `./brevo/inbound`, is the page of a declaration that both have. */
const byDepth = (left: { readonly path: string }, right: { readonly path: string }) =>
  left.path.split('/').length - right.path.split('/').length;

/** An index for each package, and the pages of its entries. */
export function referencePages(): readonly Page[] {
  const packages = publishedPackages();
  const files = new Map(packages.flatMap(({ entries }) => entries.map((one) => [one.specifier, one.types])));
  /** The page and anchor of each declaration, by its key. */
  const homes = new Map<string, string>();
  return packages.flatMap(({ name, folder, manifest, entries }) => {
    const api = JSON.parse(readFileSync(`${folder}/api.json`, 'utf8'));
    const rows = new Map<string, string>();
    const pages = entries.toSorted(byDepth).flatMap(({ path: entry, specifier, types }) => {
      const path = `reference/${name}/${slugOf(entry)}`;
      const names = namesOf(api[entry] ?? {}, types, files);
      rows.set(entry, `| [\`${specifier}\`](/${path}) | ${listOf(names)} |`);
      const own = names.filter(({ key }) => !homes.has(key));
      const parts = partsOf({ path, folder: '', names: own });
      for (const part of parts)
        for (const { key, anchor } of part.names) homes.set(key, `${part.path}#${anchor}`);
      const passed = names.filter((one) => !own.includes(one));
      return entryPages(
        specifier,
        path,
        parts,
        passed.map(({ word, key }) => linkTo(homes.get(key), word)),
      );
    });
    const title = `Entries of ${manifest.name}`;
    const about = `Each entry of \`${manifest.name}\`, and the names that it exports.`;
    const table = ['| entry | names |', '|---|---|', ...entries.map((one) => rows.get(one.path))];
    const text = `# ${title}\n\n${about}\n\n${table.join('\n')}\n`;
    return [{ path: `reference/${name}/index`, title, text }, ...pages];
  });
}

/** Values first: a type after a value of the same letters has an anchor of its own. */
function namesOf(
  kinds: Readonly<Record<string, 'type' | 'value'>>,
  types: string,
  files: ReadonlyMap<string, string>,
): readonly Name[] {
  return Object.entries(kinds)
    .sort(([, left], [, right]) => (left === right ? 0 : left === 'value' ? -1 : 1))
    .map(([word], at, all) => {
      const letters = word.toLowerCase();
      const isTaken = all.findIndex(([other]) => other.toLowerCase() === letters) < at;
      const anchor = isTaken ? `${letters}-type` : letters;
      const heading = isTaken ? `## ${word} {#${anchor}}` : `## ${word}`;
      const { file, declarations } = find(types, word, files);
      const comment = declarations.map((one) => textOf(one.comment)).find(Boolean) ?? '';
      const code = declarations.map((one) => one.code.replace(/^export (?:declare )?/, '')).join('\n');
      const block = code && `\`\`\`ts\n${code}\n\`\`\``;
      return {
        word,
        anchor,
        key: `${file} ${word}`,
        folder: /\/dist\/(.*\/)?/.exec(file)?.[1] ?? '',
        comment,
        text: [heading, comment, block].filter(Boolean).join('\n\n'),
      };
    });
}

const linkTo = (address: string | undefined, word: string) => `[\`${word}\`](/${address})`;

function listOf(names: readonly Name[]): string {
  const shown = names.slice(0, 6).map(({ word }) => `\`${word}\``);
  return [...shown, ...(names.length > 6 ? [`${names.length - 6} more`] : [])].join(', ');
}

const lengthOf = (names: readonly Name[]) => names.reduce((sum, { text }) => sum + text.length, 0);

/** A part as it is, or one for each folder inside it where it is long. */
function partsOf(part: Part): readonly Part[] {
  const { path, folder, names } = part;
  if (lengthOf(names) <= mostOfPage) return [part];
  const insideOf = (name: Name) => name.folder.slice(folder.length).split('/')[0] ?? '';
  const large = [...new Set(names.map(insideOf))]
    .map((inside) => ({ inside, list: names.filter((name) => insideOf(name) === inside) }))
    .filter(({ inside, list }) => inside !== '' && lengthOf(list) >= leastOfPart);
  const inLarge = new Set(large.flatMap(({ list }) => list));
  const rest = names.filter((name) => !inLarge.has(name));
  return [
    { path: folder === '' ? `${path}-main` : path, folder, names: rest },
    ...large.flatMap(({ inside, list }) =>
      partsOf({ path: `${path}-${inside}`, folder: `${folder}${inside}/`, names: list }),
    ),
  ].filter(({ names: list }) => list.length > 0);
}

/** One page, or one for each part and before them a list of all names. */
function entryPages(specifier: string, path: string, parts: readonly Part[], passed: readonly string[]) {
  const also = passed.length === 0 ? [] : [`## Also exported\n\n${passed.join(', ')}`];
  const page = (part: string, title: string, sections: readonly string[], about: string): Page => ({
    path: part,
    title,
    text: `${[`# ${title}`, about, ...sections].join('\n\n')}\n`,
  });
  const title = `Names of ${specifier}`;
  const about = `The names that \`${specifier}\` exports, as the package declares them.`;
  const [first, ...others] = parts;
  if (others.length === 0)
    return [page(path, title, [...(first?.names.map(({ text }) => text) ?? []), ...also], about)];
  const lists = parts.map((part) => {
    const lines = part.names.map(({ word, anchor, comment }) => {
      const sentence = firstSentence(comment);
      return `- ${linkTo(`${part.path}#${anchor}`, word)}${sentence && `: ${sentence}`}`;
    });
    return `## ${part.folder.slice(0, -1) || 'main'}\n\n${lines.join('\n')}`;
  });
  return [
    page(path, title, [...lists, ...also], `The names that \`${specifier}\` exports, by part.`),
    ...parts.map((part) => {
      const folder = part.folder.slice(0, -1) || 'main';
      const words = part.names.map(({ word }) => word);
      const more = words.length > 3 ? ` and ${words.length - 3} more` : '';
      const texts = part.names.map(({ text }) => text);
      return page(
        part.path,
        `${title}: ${folder}`,
        texts,
        `Of \`${specifier}\`, the declarations of ${words.slice(0, 3).join(', ')}${more}.`,
      );
    }),
  ];
}
