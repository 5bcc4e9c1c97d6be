// The template language of several services. Helpers that are not given stay as they are written.
import { type AST, parse } from '@handlebars/parser';
import { StoreFull } from '../../table.ts';
import { type Fields, fieldsOf, wordsOf } from './fields.ts';
import {
  call,
  evaluate,
  type Helpers,
  isEmpty,
  nest,
  notKnown,
  rootScope,
  type Scope,
} from './handlebars-values.ts';

const most = { length: 16 * 1024 * 1024, steps: 1_000_000, depth: 50 };

const entities = new Map(
  Object.entries({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#x27', '`': '#x60', '=': '#x3D' }),
);
const escapeHtml = (text: string): string => text.replace(/[&<>"'`=]/g, (char) => `&${entities.get(char)};`);

const kinds = new Set(['section', 'if', 'unless', 'each', 'with']);
const isNothing = (value: unknown): boolean => value === false || value === null || value === undefined;

/**
 * Fills a template. `{{name}}` is escaped where `isHtml`, and `{{{name}}}` never. A template that is not
 * valid stays as it is.
 *
 * @throws {StoreFull} for a result above 16 MiB, too many steps, or blocks nested too deeply
 */
export function renderHandlebars(
  template: string | undefined,
  values: Fields,
  isHtml: boolean,
  helpers: Helpers = new Map(),
): string | undefined {
  if (!template?.includes('{{')) return template;
  const program = parseTemplate(template);
  const scope = rootScope(values, helpers);
  return program === undefined ? template : new Rendering(template, isHtml).render(program, scope);
}

/** Why a template is not valid; `undefined` for a valid one. */
export function handlebarsError(template: string): string | undefined {
  try {
    parse(template);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
}

function parseTemplate(template: string): AST.Program | undefined {
  try {
    return parse(template);
  } catch {
    return undefined;
  }
}

/** One filling, within its limits. */
class Rendering {
  readonly #lines: readonly string[];
  readonly #isHtml: boolean;
  readonly #parts: string[] = [];
  #length = 0;
  #steps = 0;
  #depth = 0;

  constructor(template: string, isHtml: boolean) {
    this.#lines = template.split(/\r\n|[\r\n]/);
    this.#isHtml = isHtml;
  }

  render(program: AST.Program, scope: Scope): string {
    this.#writeAll(program, scope);
    return this.#parts.join('');
  }

  #writeAll(program: AST.Program | undefined, scope: Scope): void {
    const body = program?.body ?? [];
    this.#steps += 1 + body.length;
    if (this.#steps > most.steps) throw new StoreFull('The template has too many steps.');
    this.#depth += 1;
    if (this.#depth > most.depth) throw new StoreFull('The template is nested too deeply.');
    for (const node of body) this.#writeNode(node, scope);
    this.#depth -= 1;
  }

  #writeNode(node: AST.Statement, scope: Scope): void {
    if (node.type === 'ContentStatement') this.#write((node as AST.ContentStatement).value);
    else if (node.type === 'MustacheStatement') this.#writeValue(node as AST.MustacheStatement, scope);
    else if (node.type === 'BlockStatement') this.#writeBlock(node as AST.BlockStatement, scope);
    else if (node.type !== 'CommentStatement') this.#writeSource(node);
  }

  #writeValue(node: AST.MustacheStatement, scope: Scope): void {
    const value = evaluate(node, scope);
    const text = wordsOf(value);
    if (value === notKnown) this.#writeSource(node);
    else this.#write(this.#isHtml && node.escaped ? escapeHtml(text) : text);
  }

  #writeBlock(node: AST.BlockStatement, scope: Scope): void {
    const { path, params, inverse } = node;
    // Absent in `{{^name}}…{{/name}}`, against its type.
    const program: AST.Program | undefined = node.program;
    const kind = params.length === 0 ? 'section' : path.original;
    const helper = scope.helpers.get(String(kind));
    const value = helper ? call(helper, params, scope) : evaluate(params[0] ?? path, scope);
    if (helper !== undefined && value !== notKnown) this.#writeAll(value ? program : inverse, scope);
    else if (value === notKnown || !kinds.has(kind) || params.length > 1) this.#writeSource(node);
    else if (kind === 'if' || kind === 'unless') {
      const isTrue = !isEmpty(value) && value !== 0;
      this.#writeAll(isTrue === (kind === 'if') ? program : inverse, scope);
    } else if (kind === 'each' || (kind === 'section' && Array.isArray(value)))
      this.#writeEach(program, inverse, value, scope);
    else if (kind === 'section' ? isNothing(value) : isEmpty(value)) this.#writeAll(inverse, scope);
    else if (kind === 'section' && value === true) this.#writeAll(program, scope);
    else this.#writeAll(program, nest(scope, value, program?.blockParams));
  }

  #writeEach(
    program: AST.Program | undefined,
    inverse: AST.Program | undefined,
    list: unknown,
    scope: Scope,
  ): void {
    const entries = Array.isArray(list) ? [...list.entries()] : Object.entries(fieldsOf(list));
    if (entries.length === 0) this.#writeAll(inverse, scope);
    for (const [index, [key, value]] of entries.entries()) {
      const place = { index, key, first: index === 0, last: index === entries.length - 1 };
      this.#writeAll(program, nest(scope, value, program?.blockParams, place));
    }
  }

  /** The text of a part that only the service knows. */
  #writeSource({ loc: { start, end } }: AST.Node): void {
    const lines = this.#lines.slice(start.line - 1, end.line);
    lines.push((lines.pop() ?? '').slice(0, end.column));
    lines[0] = (lines[0] ?? '').slice(start.column);
    this.#write(lines.join('\n'));
  }

  #write(text: string): void {
    this.#length += text.length;
    if (this.#length > most.length) throw new StoreFull('The filled template is too large.');
    this.#parts.push(text);
  }
}
