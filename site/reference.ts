// The pages of names: one for each entry of a package, from api.json and the built declarations.
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { publishedPackages } from '../scripts/package-entries.ts';
import type { Page } from './pages.ts';

interface Declaration {
  readonly comment: string;
  readonly code: string;
}

/** What a file of declarations declares itself, and what it passes on from other files. */
interface Declarations {
  readonly own: ReadonlyMap<string, readonly Declaration[]>;
  /** The exported name, with the file or package that has it, and its name there. */
  readonly passed: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
}

const read = new Map<string, Declarations>();
const start = /^(?:\/\*\*|(?:export|declare|interface|type|class)\b)/;
const named =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:function|class|const|interface|type|let) (\w+)/;

/** Declarations that the compiler writes begin in the first column, each after its comment. */
function declarationsIn(file: string): Declarations {
  const known = read.get(file);
  if (known !== undefined) return known;
  const own = new Map<string, Declaration[]>();
  const passed = new Map<string, { from: string; name: string }>();
  let comment = '';
  for (const part of partsOf(readFileSync(file, 'utf8'))) {
    if (part.startsWith('/**')) {
      comment = part;
      continue;
    }
    const [, name] = named.exec(part) ?? [];
    if (name !== undefined) own.set(name, [...(own.get(name) ?? []), { comment, code: part.trim() }]);
    for (const [, list = '', from = ''] of part.matchAll(
      /^(?:export|import) (?:type )?\{([^}]*)\}(?: from '([^']+)')?/g,
    ))
      for (const [, first = '', second] of list.matchAll(/(?:type )?(\w+)(?: as (\w+))?\s*(?:,|$)/g))
        if (from !== '') passed.set(second ?? first, { from, name: first });
    comment = '';
  }
  read.set(file, { own, passed });
  return { own, passed };
}

function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let isComment = false;
  for (const line of text.split('\n')) {
    const begins = !isComment && (start.test(line) || line.startsWith('import '));
    if (begins || parts.length === 0) parts.push(line);
    else parts.push(`${parts.pop()}\n${line}`);
    if (/^\/\*\*/.test(line)) isComment = true;
    if (isComment && line.includes('*/')) isComment = false;
  }
  return parts;
}

/** The declarations of a name, or the entry of another package that has it. */
function find(file: string, name: string): readonly Declaration[] | string {
  const { own, passed } = declarationsIn(file);
  const found = own.get(name);
  if (found !== undefined) return found;
  const next = passed.get(name);
  if (next === undefined) return [];
  if (!next.from.startsWith('.')) return next.from;
  const path = posix.join(posix.dirname(file), next.from).replace(/\.ts$|\.js$/, '');
  const target = [`${path}.d.ts`, `${path}/index.d.ts`].find((candidate) => existsSync(candidate));
  return target === undefined ? [] : find(target, next.name);
}

const slugOf = (entry: string) => (entry === '.' ? 'root' : entry.slice(2).replaceAll('/', '-'));

/** An index for each package, and a page for each of its entries. */
export function referencePages(): readonly Page[] {
  return publishedPackages().flatMap(({ name, folder, manifest, entries }) => {
    const api: Record<string, Record<string, 'type' | 'value'>> = JSON.parse(
      readFileSync(`${folder}/api.json`, 'utf8'),
    );
    const pages = entries.map(({ path, specifier, types }) => {
      const names = Object.entries(api[path] ?? {});
      const parts = names
        .sort(([, left], [, right]) => (left === right ? 0 : left === 'value' ? -1 : 1))
        .map(([word]) => sectionOf(word, find(types, word)));
      const title = specifier;
      return {
        path: `reference/${name}/${slugOf(path)}`,
        title,
        names,
        text: `# ${title}\n\nThe exported names, as the package declares them.\n\n${parts.join('\n\n')}\n`,
      };
    });
    const rows = pages.map(
      ({ path, title, names }) => `| [\`${title}\`](/${path}) | ${listOf(names.map(([word]) => word))} |`,
    );
    const title = manifest.name;
    const table = ['| entry | names |', '|---|---|', ...rows].join('\n');
    const text = `# ${title}\n\nEach entry, and the names that it exports.\n\n${table}\n`;
    return [{ path: `reference/${name}/index`, title, text }, ...pages];
  });
}

const listOf = (words: readonly string[]) =>
  [
    ...words.slice(0, 6).map((word) => `\`${word}\``),
    ...(words.length > 6 ? [`${words.length - 6} more`] : []),
  ].join(', ');

function sectionOf(word: string, found: readonly Declaration[] | string): string {
  if (typeof found === 'string') {
    const [, name = '', entry = ''] = /^@org\/(\w+)(?:\/(.+))?$/.exec(found) ?? [];
    const link =
      name === ''
        ? `\`${found}\``
        : `[\`${found}\`](/reference/${name}/${slugOf(entry ? `./${entry}` : '.')}#${word.toLowerCase()})`;
    return `## ${word}\n\nFrom ${link}.`;
  }
  const comment = found.map((one) => textOf(one.comment)).find(Boolean) ?? '';
  const code = found.map((one) => one.code.replace(/^export (?:declare )?/, '')).join('\n');
  return [`## ${word}`, comment, code === '' ? '' : `\`\`\`ts\n${code}\n\`\`\``].filter(Boolean).join('\n\n');
}

/** A comment as Markdown: examples become blocks, tags become lines. */
function textOf(comment: string): string {
  const text = comment
    .replace(/^\/\*\*+|\*\/$/g, '')
    .replace(/^ *\* ?/gm, '')
    .replace(/@public/g, '')
    .replace(
      /\{@link (\w[\w.]*)(?: \|? ?([^}]*))?\}/g,
      (_, name: string, words?: string) => words || `\`${name}\``,
    )
    .trim();
  const [prose = '', ...tags] = text.split(/^(?=@\w+)/m);
  const shown = tags.map((tag) => {
    const [, kind = '', body = ''] = /^@(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
    if (kind === 'example') return body.includes('```') ? body : `\`\`\`ts\n${body.trim()}\n\`\`\``;
    return `**${kind}** ${escaped(body.trim())}`;
  });
  return [escaped(prose.trim()), ...shown].filter(Boolean).join('\n\n');
}

/** Outside of code, `<` and `{{` would be markup. */
const escaped = (prose: string): string =>
  prose
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;{') : part))
    .join('');
