import type { TemplateLanguage } from '../model/capabilities.ts';

/** One placeholder or one end of a block. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly raw: boolean; readonly fallback?: string }
  | { readonly kind: 'open'; readonly block: 'if' | 'unless' | 'each'; readonly name: string }
  | { readonly kind: 'else' | 'close' }
  | { readonly kind: 'unknown'; readonly text: string };

interface Syntax {
  /** Every placeholder, whatever is in it. */
  readonly pattern: RegExp;
  readonly read: (inner: string, whole: string) => Token;
}

const path = '[A-Za-z_@][\\w.@-]*';
const plainName = new RegExp(`^${path}$`);

function value(name: string | undefined, raw: boolean, fallback?: string): Token | undefined {
  if (name === undefined || !plainName.test(name)) return undefined;
  return { kind: 'value', name, raw, ...(fallback === undefined ? {} : { fallback }) };
}

/** `{{x}}` is escaped and `{{{x}}}` is not; blocks are `{{#if x}}…{{else}}…{{/if}}`. */
const handlebars: Syntax = {
  pattern: /\{\{\{([^{}]*)\}\}\}|\{\{([^{}]*)\}\}/g,
  read(inner, whole) {
    const [, block, name] = /^#(if|unless|each)\s+(\S+)$/.exec(inner) ?? [];
    if (block === 'if' || block === 'unless' || block === 'each')
      return plainName.test(name ?? '') ? { kind: 'open', block, name: name ?? '' } : unknown(whole);
    if (inner === 'else') return { kind: 'else' };
    if (/^\/(?:if|unless|each)$/.test(inner)) return { kind: 'close' };
    return value(inner, whole.startsWith('{{{')) ?? unknown(whole);
  },
};

const doubleBraces = /\{\{([^{}]*)\}\}/g;

const syntaxes: Readonly<Record<TemplateLanguage, Syntax>> = {
  handlebars,
  plunk: {
    pattern: doubleBraces,
    read(inner, whole) {
      const [name, fallback] = inner.split('??').map((part) => part.trim());
      return value(name, false, fallback?.replace(/^(['"])(.*)\1$/, '$2')) ?? unknown(whole);
    },
  },
  params: {
    pattern: doubleBraces,
    read: (inner, whole) => value(/^params\.(.+)$/.exec(inner)?.[1], false) ?? unknown(whole),
  },
  mailjet: {
    pattern: doubleBraces,
    read(inner, whole) {
      const [, name, fallback] = /^var:([^:]+)(?::(.*))?$/.exec(inner) ?? [];
      return value(name, false, fallback?.replace(/^(['"])(.*)\1$/, '$2')) ?? unknown(whole);
    },
  },
  twig: { pattern: doubleBraces, read: (inner, whole) => value(inner, false) ?? unknown(whole) },
  'single-braces': {
    pattern: /\{([A-Za-z_]\w*)\}/g,
    read: (inner, whole) => value(inner, false) ?? unknown(whole),
  },
  'triple-braces': {
    pattern: /\{\{\{([^{}]*)\}\}\}/g,
    read: (inner, whole) => value(inner, false) ?? unknown(whole),
  },
};

function unknown(text: string): Token {
  return { kind: 'unknown', text };
}

/** Splits a template into text and placeholders. */
export function tokenize(template: string, language: TemplateLanguage): readonly Token[] {
  const { pattern, read } = syntaxes[language];
  const tokens: Token[] = [];
  let end = 0;
  for (const match of template.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'text', text: template.slice(end, match.index) });
    tokens.push(read((match[1] ?? match[2] ?? '').trim(), match[0]));
    end = match.index + match[0].length;
  }
  if (end < template.length) tokens.push({ kind: 'text', text: template.slice(end) });
  return tokens;
}
