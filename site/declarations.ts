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
  /** The files of which it passes on every name. */
  readonly whole: readonly string[];
}

const read = new Map<string, Declarations>();
const start = /^(?:\/\*\*|(?:export|declare|interface|type|class)\b)/;
const declared =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:function|class|const|interface|type|let) (\w+)/;

/** Declarations that the compiler writes begin in the first column, each after its comment. */
function declarationsIn(file: string): Declarations {
  const known = read.get(file);
  if (known !== undefined) return known;
  const own = new Map<string, Declaration[]>();
  const passed = new Map<string, { from: string; name: string }>();
  const whole: string[] = [];
  let comment = '';
  for (const part of partsOf(readFileSync(file, 'utf8'))) {
    if (part.startsWith('/**')) {
      comment = part;
      continue;
    }
    const [, name] = declared.exec(part) ?? [];
    if (name !== undefined) own.set(name, [...(own.get(name) ?? []), { comment, code: part.trim() }]);
    for (const [, list = '', from = ''] of part.matchAll(
      /^(?:export|import) (?:type )?\{([^}]*)\}(?: from '([^']+)')?/g,
    ))
      for (const [, first = '', second] of list.matchAll(/(?:type )?(\w+)(?: as (\w+))?\s*(?:,|$)/g))
        if (from !== '') passed.set(second ?? first, { from, name: first });
    const [, from] = /^export (?:type )?\* from '([^']+)'/.exec(part) ?? [];
    if (from !== undefined) whole.push(from);
    comment = '';
  }
  const declarations = { own, passed, whole };
  read.set(file, declarations);
  return declarations;
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

interface Found {
  readonly file: string;
  readonly declarations: readonly Declaration[];
}

/** The declarations of a name that a file exports, and the file that has them. */
export function find(file: string, name: string, entries: ReadonlyMap<string, string>): Found {
  const { own, passed, whole } = declarationsIn(file);
  const declarations = own.get(name);
  if (declarations !== undefined) return { file, declarations };
  const named = passed.get(name);
  const places = named === undefined ? whole.map((from) => ({ from, name })) : [named];
  for (const place of places) {
    const target = fileOf(file, place.from, entries);
    const found = target === undefined ? undefined : find(target, place.name, entries);
    if (found !== undefined && found.declarations.length > 0) return found;
  }
  return { file: named?.from ?? file, declarations: [] };
}

/** The file of declarations that a file means by a path or a package's entry. */
function fileOf(file: string, from: string, entries: ReadonlyMap<string, string>): string | undefined {
  if (!from.startsWith('.')) return entries.get(from);
  const path = posix.join(posix.dirname(file), from).replace(/\.ts$|\.js$/, '');
  return [`${path}.d.ts`, `${path}/index.d.ts`].find((candidate) => existsSync(candidate));
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
