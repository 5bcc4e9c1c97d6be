import { type Checker, SymbolFlags, type Symbol as TsSymbol } from 'typescript/unstable/sync';
import type { PublicDeclarations } from './public-declarations.ts';

export interface HoverExample {
  /** The first name of the documented symbol: `@org/email/plunk:plunk`. */
  readonly of: string;
  readonly code: string;
}

/** The `@example` of every exported name, without the fence and the words after it. */
export function hoverExamples({ project, exported }: PublicDeclarations): readonly HoverExample[] {
  return [...exported].flatMap(([symbol, [of = '']]) =>
    examplesOf(symbol, project.checker).map((code) => ({ of, code })),
  );
}

export function examplesOf(symbol: TsSymbol, checker: Checker): readonly string[] {
  const examples = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example');
  return examples.map(({ text = '' }) => /^```\w*\n([\s\S]*?)^```/m.exec(text)?.[1] ?? text);
}

/** An example as a module. As an editor does, it imports our names, those of the documented entry first. */
export function moduleOf({ of, code }: HoverExample, { exported }: PublicDeclarations): string {
  const [entry = ''] = of.split(':');
  const rank = (name: string) => places(entry).findIndex((place) => name.startsWith(place));
  const found = new Map<string, { readonly from: string; readonly isType: boolean }>();
  for (const [symbol, names] of exported)
    for (const name of names) {
      const [from = '', word = ''] = name.split(':');
      const known = found.get(word);
      if (known === undefined || rank(name) < rank(`${known.from}:${word}`))
        found.set(word, { from, isType: !(symbol.flags & SymbolFlags.Value) });
    }
  const imports = [...freeWords(code)].flatMap((word) => {
    const { from, isType } = found.get(word) ?? {};
    return from === undefined || word === 'default'
      ? []
      : [`import { ${isType ? 'type ' : ''}${word} } from '${from}';\n`];
  });
  return `${imports.join('')}${code}\nexport {};\n`;
}

function places(entry: string): readonly string[] {
  const root = entry.split('/').slice(0, 2).join('/');
  return [`${entry}:`, `${root}:`, `${root}/`, '@org/core:', '@org/core/', ''];
}

/** The words of a text that may be names from elsewhere. */
function freeWords(code: string): ReadonlySet<string> {
  const plain = code.replace(/'[^'\n]*'/g, "''").replace(/\/\/.*$/gm, '');
  const words = new Set([...plain.matchAll(/(?<!\w|(?<!\.)\.)[A-Za-z]\w*(?!\w*:)/g)].map(([word]) => word));
  for (const [, list = ''] of plain.matchAll(/\b(?:const|function)\s+([^=(]*)/g))
    for (const [word] of list.replace(/:.*$/, '').matchAll(/\w+/g)) words.delete(word);
  return words;
}
