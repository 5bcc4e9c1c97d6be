// Templates with `{{ value }}`, `{% if %}`, `{% for %}` and `{% set %}`, as Brevo and Mailjet have them.
import { StoreFull } from '../../table.ts';
import {
  type Count,
  type Expression,
  type ExpressionLanguage,
  isTruthy,
  NoExpression,
  parseExpression,
  unknownPath,
} from './expressions.ts';
import type { Fields } from './fields.ts';

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly source: string; readonly read: Expression }
  | { readonly kind: 'set'; readonly name: string; readonly read: Expression }
  | { readonly kind: 'if'; readonly branches: Branch[] }
  | {
      readonly kind: 'for';
      readonly names: readonly string[];
      readonly list: Expression;
      readonly body: Part[];
      readonly otherwise: Part[];
    };

interface Branch {
  /** `undefined` for `else`. */
  readonly condition: Expression | undefined;
  readonly body: Part[];
}

const most = { length: 16 * 1024 * 1024, steps: 200_000, depth: 32 };

/** @throws {StoreFull} for a length above 16 MiB */
function requireSpace(length: number): number {
  if (length > most.length) throw new StoreFull('The filled template is too large.');
  return length;
}

/** Joins texts for a filter. @throws {StoreFull} for a text above 16 MiB, before it is made */
export function joinWords(texts: readonly string[], between: string): string {
  requireSpace(texts.reduce((sum, { length }) => sum + length + between.length, -between.length));
  return texts.join(between);
}

/**
 * Fills a template. A tag that the language does not have, or whose value nobody knows, stays as it is.
 *
 * @throws {StoreFull} for a text above 16 MiB, or too many repetitions
 */
export function renderTags(
  text: string | undefined,
  values: Fields,
  language: ExpressionLanguage,
): string | undefined {
  if (text === undefined || !/\{[{%#]/.test(text)) return text;
  const writer = new TagWriter();
  writer.writeAll(new TagReader(language).read(text), values);
  return writer.text;
}

class TagWriter {
  readonly #out: string[] = [];
  #length = 0;
  #steps = 0;

  get text(): string {
    return this.#out.join('');
  }

  writeAll(parts: readonly Part[], outer: Fields): void {
    let scope = outer;
    for (const part of parts) {
      this.#step();
      if (part.kind === 'text') this.#write(part.text);
      else if (part.kind === 'value') {
        const value = part.read(scope);
        this.#write(value === unknownPath ? part.source : textOf(value));
      } else if (part.kind === 'set') scope = { ...scope, [part.name]: part.read(scope) };
      else if (part.kind === 'for') this.#writeEach(part, scope);
      else {
        const isMet = ({ condition }: Branch) => condition === undefined || isTruthy(condition(scope));
        this.writeAll(part.branches.find(isMet)?.body ?? [], scope);
      }
    }
  }

  #writeEach({ names, list, body, otherwise }: Part & { readonly kind: 'for' }, scope: Fields): void {
    const isPairs = names.length > 1;
    const members = membersOf(list(scope), isPairs);
    if (members.length === 0) this.writeAll(otherwise, scope);
    for (const [index, member] of members.entries()) {
      this.#step(); // also without a body
      const place = {
        ...{ counter: index + 1, counter0: index, index: index + 1, index0: index },
        ...{ first: index === 0, last: index === members.length - 1 },
      };
      const own = names.map((name, at) => [
        name,
        isPairs ? (member as readonly unknown[] | null)?.[at] : member,
      ]);
      this.writeAll(body, { ...scope, ...Object.fromEntries(own), forloop: place, loop: place });
    }
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > most.steps) throw new StoreFull('The template repeats its blocks too often.');
  }

  #write(words: string): void {
    this.#length = requireSpace(this.#length + words.length);
    this.#out.push(words);
  }
}

function membersOf(list: unknown, isPairs: boolean): readonly unknown[] {
  if (Array.isArray(list)) return list;
  if (typeof list !== 'object' || list === null) return [];
  return isPairs ? Object.entries(list) : Object.keys(list);
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const ends: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** The tags of a text, and the words between them. */
function* piecesOf(text: string): Generator<{ readonly source: string; readonly mark?: string }> {
  const closed = new Map<string, boolean>();
  let from = 0;
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    const mark = text.slice(at, at + 2);
    const end = ends[mark];
    if (end === undefined || closed.get(end) === false) continue;
    const close = text.indexOf(end, at + 2);
    closed.set(end, close >= 0);
    if (close < 0) continue;
    if (at > from) yield { source: text.slice(from, at) };
    yield { source: text.slice(at, close + 2), mark };
    from = close + 2;
    at = from - 1;
  }
  if (from < text.length) yield { source: text.slice(from) };
}

interface Block {
  readonly end: 'endif' | 'endfor';
  /** Where the parts of an `else` go. */
  readonly turn: (condition: Expression | undefined) => Part[];
  /** Where the parts behind the block go. */
  readonly outer: Part[];
}

class TagReader {
  readonly #language: ExpressionLanguage;
  #made = 0;
  /** What the filters make may stay in names, so that all of it counts. */
  readonly #count: Count = (made) => {
    if (typeof made === 'string') this.#made = requireSpace(this.#made + made.length);
    return made;
  };
  readonly #blocks: Block[] = [];
  #into: Part[] = [];

  constructor(language: ExpressionLanguage) {
    this.#language = language;
  }

  read(text: string): readonly Part[] {
    const root = this.#into;
    for (const { source, mark } of piecesOf(text)) {
      try {
        if (mark === '{{') this.#into.push({ kind: 'value', source, read: this.#parse(source.slice(2, -2)) });
        else if (mark === '{%') this.#readTag(source);
        else if (mark === undefined) this.#into.push({ kind: 'text', text: source });
      } catch (error) {
        if (!(error instanceof NoExpression)) throw error;
        this.#into.push({ kind: 'text', text: source });
      }
    }
    return root;
  }

  #parse(source: string): Expression {
    return parseExpression(source, this.#language, this.#count);
  }

  #readTag(source: string): void {
    const inner = source.slice(2, -2).replace(/^-|-$/g, '').trim();
    const space = inner.search(/\s/);
    const [word, rest] = space < 0 ? [inner, ''] : [inner.slice(0, space), inner.slice(space + 1).trim()];
    const top = this.#blocks.at(-1);
    if (word === 'if') this.#openIf(rest);
    else if (word === 'for') this.#openFor(rest);
    else if (word === 'set') {
      const [, name = '', value = ''] = /^(\w+)\s*=\s*(\S.*)$/s.exec(rest) ?? [];
      this.#into.push({ kind: 'set', name, read: this.#parse(value) });
    } else if (top?.end === 'endif' && ['elif', 'elseif'].includes(word))
      this.#into = top.turn(this.#parse(rest));
    else if (top && ['else', 'empty'].includes(word)) this.#into = top.turn(undefined);
    else if (top && word === top.end) {
      this.#blocks.pop();
      this.#into = top.outer;
    } else this.#into.push({ kind: 'text', text: source });
  }

  #openIf(condition: string): void {
    const body: Part[] = [];
    const branches: Branch[] = [{ condition: this.#parse(condition), body }];
    const turn = (next: Expression | undefined) => {
      const others: Part[] = [];
      branches.push({ condition: next, body: others });
      return others;
    };
    this.#open({ kind: 'if', branches }, body, 'endif', turn);
  }

  /** `for item in list`, or `for key, value in object.items`. */
  #openFor(words: string): void {
    const [, first = '', second, list = ''] = /^(\w+)(?:\s*,\s*(\w+))?\s+in\s+(\S.*)$/s.exec(words) ?? [];
    const names = second === undefined ? [first] : [first, second];
    const path = second === undefined ? list : list.replace(/\.items$/, '');
    const [body, otherwise]: [Part[], Part[]] = [[], []];
    this.#open(
      { kind: 'for', names, list: this.#parse(path), body, otherwise },
      body,
      'endfor',
      () => otherwise,
    );
  }

  #open(part: Part, body: Part[], end: Block['end'], turn: Block['turn']): void {
    if (this.#blocks.length >= most.depth) throw new StoreFull('The template is nested too deeply.');
    this.#into.push(part);
    this.#blocks.push({ end, turn, outer: this.#into });
    this.#into = body;
  }
}
