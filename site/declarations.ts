// What the built declarations of a package say of a name, wherever the name is declared.
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export interface Declaration {
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

/** The declarations of a name that a file exports, and the file that has them. */
export function find(
  file: string,
  name: string,
  entries: ReadonlyMap<string, string>,
): { readonly file: string; readonly declarations: readonly Declaration[] } {
  const { own, passed } = declarationsIn(file);
  const next = passed.get(name);
  if (own.has(name) || next === undefined) return { file, declarations: own.get(name) ?? [] };
  const path = posix.join(posix.dirname(file), next.from).replace(/\.ts$|\.js$/, '');
  const target = next.from.startsWith('.')
    ? [`${path}.d.ts`, `${path}/index.d.ts`].find((candidate) => existsSync(candidate))
    : entries.get(next.from);
  return target === undefined ? { file: next.from, declarations: [] } : find(target, next.name, entries);
}

/** A comment as Markdown: examples become blocks, tags become lines. */
export function textOf(comment: string): string {
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
