import { InvalidInputError, UnsupportedError } from '@org/core';
import type { TemplateLanguage } from '../model/capabilities.ts';
import { memberPath } from '../model/member-path.ts';
import { ownValue } from '../model/reader.ts';
import type { TemplateValue } from '../model/resources/template.ts';
import { type Token, tokenize } from './template-languages.ts';

interface RenderOptions {
  readonly language: TemplateLanguage;
  /** Values in HTML are escaped. */
  readonly isHtml: boolean;
}

/**
 * Fills a template's placeholders here, without the service.
 *
 * @throws InvalidInputError for a placeholder without a value
 * @throws UnsupportedError for a construct of the language that the preview does not run
 */
export function renderTemplate(
  template: string,
  variables: ReadonlyMap<string, TemplateValue>,
  { language, isHtml }: RenderOptions,
): string {
  const tokens = tokenize(template, language);
  const scope: Scope = { values: [Object.fromEntries(variables)], isHtml };
  const { text, next } = renderUntilEnd(tokens, 0, scope);
  if (next < tokens.length) throw notRun('a block that ends without a beginning');
  return text;
}

interface Scope {
  /** The innermost values last. */
  readonly values: readonly unknown[];
  readonly isHtml: boolean;
}

interface Rendered {
  readonly text: string;
  /** The index of the `else` or `close` that ended it, or the number of tokens. */
  readonly next: number;
}

function renderUntilEnd(tokens: readonly Token[], start: number, scope: Scope): Rendered {
  let text = '';
  let index = start;
  while (index < tokens.length) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'else' || token.kind === 'close') break;
    if (token.kind === 'open') {
      const block = renderBlock(tokens, index, scope);
      text += block.text;
      index = block.next;
    } else text += renderToken(token, scope);
    index += 1;
  }
  return { text, next: index };
}

function renderBlock(tokens: readonly Token[], start: number, scope: Scope): Rendered {
  const open = tokens[start];
  if (open?.kind !== 'open') return { text: '', next: start };
  const found = lookUp(open.name, scope);
  const rounds = roundsOf(open.block, found, scope);
  const first = endOf(tokens, start + 1);
  const hasElse = tokens[first]?.kind === 'else';
  const end = hasElse ? endOf(tokens, first + 1) : first;
  if (tokens[end]?.kind !== 'close') throw notRun(`a block \`${open.block} ${open.name}\` without an end`);
  const text =
    rounds.length === 0 && hasElse
      ? renderUntilEnd(tokens, first + 1, scope).text
      : rounds.map((round) => renderUntilEnd(tokens, start + 1, round).text).join('');
  return { text, next: end };
}

/** The index of the `else` or `close` that ends the block whose content begins at `start`. */
function endOf(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    const kind = tokens[index]?.kind;
    if (depth === 0 && (kind === 'close' || kind === 'else')) return index;
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
  }
  return tokens.length;
}

function roundsOf(block: 'if' | 'unless' | 'each', found: unknown, scope: Scope): readonly Scope[] {
  const isSet = Array.isArray(found) ? found.length > 0 : Boolean(found);
  if (block !== 'each') return isSet === (block === 'if') ? [scope] : [];
  const items: readonly unknown[] = Array.isArray(found) ? found : [];
  return items.map((item) => ({ ...scope, values: [...scope.values, item] }));
}

function renderToken(token: Token, scope: Scope): string {
  if (token.kind === 'text') return token.text;
  if (token.kind !== 'value') throw notRun(token.kind === 'unknown' ? token.text : token.kind);
  const found = lookUp(token.name, scope) ?? token.fallback;
  if (found === undefined || found === null) {
    const path = memberPath('template.variables', token.name);
    throw new InvalidInputError({
      message: `The template cannot be previewed: it has a placeholder for \`${path}\`, which is missing.`,
      issues: [{ path, message: 'is missing' }],
      outcome: 'not-sent',
    });
  }
  const text = typeof found === 'object' ? JSON.stringify(found) : String(found);
  return scope.isHtml && !token.raw ? escapeHtml(text) : text;
}

/** `this` is the innermost value; other names are looked up from the innermost value outwards. */
function lookUp(name: string, { values }: Scope): unknown {
  const [first = '', ...rest] = name.split('.');
  if (first === 'this' || first === '@value') return rest.reduce(ownValue, values.at(-1));
  const owner = values.findLast((value) => ownValue(value, first) !== undefined);
  return [first, ...rest].reduce(ownValue, owner);
}

function notRun(construct: string): UnsupportedError {
  return new UnsupportedError({
    message: `The preview does not run ${construct}. Look at the template in the service.`,
    outcome: 'not-sent',
    issues: [{ path: 'template', message: `has ${construct}` }],
  });
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
