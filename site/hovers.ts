// The types of the names in the pages' code: all blocks of TypeScript are one program, whose compiler is
// asked for the type and the docstring of each name. The theme's `type-popover.ts` shows them.
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
} from 'typescript/unstable/ast/is';
import {
  API,
  type Checker,
  NodeBuilderFlags,
  type Project,
  SymbolFlags,
  type Symbol as TsSymbol,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';
import { root } from './pages.ts';

/** A name in a block, by its offsets. */
export interface NameHover {
  readonly start: number;
  readonly end: number;
  /** `email: EmailClient`, and the first sentence of the docstring, if there is one. */
  readonly text: readonly [type: string, sentence?: string];
}

type Identifier = Parameters<Checker['getResolvedSymbol']>[0];
type Node = Identifier['parent'];

/** The blocks of TypeScript in Markdown, as the highlighter gets them. */
export const typescriptBlocks = (text: string): readonly string[] =>
  [...text.matchAll(/^( *)```tsx?(?: .*)?\n([\s\S]*?)^\1```$/gm)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd(),
  );

/** The names of each block, by its code. Names of packages that are not installed are left out. */
export function hoversOf(blocks: ReadonlySet<string>): ReadonlyMap<string, readonly NameHover[]> {
  // Inside `examples`, where a block resolves the packages like a reader's project.
  const folder = join(root, 'examples', `.hovers-${process.pid}`);
  mkdirSync(folder);
  const api = new API({ cwd: root });
  try {
    const files = new Map([...blocks].map((code, at) => [code, join(folder, `${at}.tsx`)]));
    const config = writeProject(folder, files);
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (project === undefined) throw new Error('the compiler opened no project');
    return new Map([...files].map(([code, file]) => [code, hoversIn(file, code, project)]));
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

/** As the test of the pages compiles them: with the names and packages that blocks take as given. */
function writeProject(folder: string, files: ReadonlyMap<string, string>): string {
  symlinkSync(join(root, 'packages', 'core', 'node_modules'), join(folder, 'node_modules'));
  const given = join(folder, 'ambient.d.ts');
  copyFileSync(join(root, 'test', 'readme', 'ambient.d.ts'), given);
  // An empty export makes a module of a block without imports: its names are its own.
  for (const [code, file] of files) writeFileSync(file, `${code}\nexport {};\n`);
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    customConditions: [],
    jsx: 'react-jsx',
    module: 'esnext',
    moduleResolution: 'bundler',
  };
  const settings = { extends: join(root, 'tsconfig.base.json'), compilerOptions };
  writeFileSync(config, JSON.stringify({ ...settings, files: [given, ...files.values()] }));
  return config;
}

function hoversIn(file: string, code: string, { program, checker }: Project): readonly NameHover[] {
  const names: Identifier[] = [];
  const collect = (node: Node): void => {
    if (isIdentifier(node)) names.push(node);
    node.forEachChild(collect);
  };
  program.getSourceFile(file)?.forEachChild(collect);
  const symbols = checker.getSymbolAtLocation(names);
  const types = checker.getTypeAtLocation(names);
  return names.flatMap((name, at) => {
    const text = textOf(name, symbols[at], types[at], checker);
    const start = name.end - name.text.length;
    return text === undefined || code.slice(start, name.end) !== name.text
      ? []
      : [{ start, end: name.end, text }];
  });
}

const isOurs = ({ declarations }: TsSymbol) =>
  declarations.some(({ path }) => !/\/node_modules\/(?!@org\/)/.test(path));

function textOf(name: Identifier, found: TsSymbol | undefined, type: Type | undefined, checker: Checker) {
  if (found === undefined || type === undefined) return undefined;
  const { symbol, shown } = fieldOf(name, checker) ?? { symbol: withoutAlias(found, checker), shown: type };
  const declared = declarationOf(symbol, shown, checker);
  // A reader knows `console`; a package that is not installed has no types.
  if (!isOurs(symbol) || declared === undefined) return undefined;
  const comment = symbol.getDocumentationComment(checker).replaceAll(/\s+/g, ' ');
  const [sentence = comment] = /^.*?[.?](?= |$)/.exec(comment) ?? [];
  return sentence === '' ? ([declared] as const) : ([declared, withoutMarkup(sentence)] as const);
}

const withoutAlias = (symbol: TsSymbol, checker: Checker) =>
  symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** Of `to` in `send({ to: … })`, the field that `send` declares, which has the docstring. */
function fieldOf(name: Identifier, checker: Checker) {
  const { parent } = name;
  if (!isPropertyAssignment(parent) && !isShorthandPropertyAssignment(parent)) return undefined;
  if (parent.name !== name || !isObjectLiteralExpression(parent.parent)) return undefined;
  const expected = checker.getContextualType(parent.parent);
  const symbol =
    expected && checker.getPropertyOfType(checker.getNonNullableType(expected) ?? expected, name.text);
  const shown = symbol && checker.getTypeOfSymbol(symbol);
  return symbol && shown && { symbol, shown };
}

function declarationOf(symbol: TsSymbol, type: Type, checker: Checker): string | undefined {
  const { flags, name } = symbol;
  if (flags & SymbolFlags.Class) return `class ${name}`;
  if (flags & SymbolFlags.Interface) return `interface ${name}`;
  if (flags & SymbolFlags.TypeAlias)
    return `type ${name} = ${written(checker.getDeclaredTypeOfSymbol(symbol), checker)}`;
  return type.flags & TypeFlags.Any ? undefined : `${name}: ${written(type, checker)}`;
}

const mostLetters = 400;
const { InTypeAlias, NoTruncation, UseAliasDefinedOutsideCurrentScope } = NodeBuilderFlags;

function written(type: Type, checker: Checker): string {
  const flags = InTypeAlias | NoTruncation | UseAliasDefinedOutsideCurrentScope;
  const text = checker.typeToString(type, undefined, flags);
  return text.length > mostLetters ? `${text.slice(0, mostLetters)} …` : text;
}

const withoutMarkup = (comment: string) =>
  comment
    .replaceAll('`', '')
    .replaceAll(/\{@link (\w[\w.]*)(?: \|? ?([^}]*))?\}/g, (_, name, words) => words || name);

/** A transformer of Shiki that puts each name of a block into an element, and the texts on the block. */
export function hoverTransformer(hovers: ReadonlyMap<string, readonly NameHover[]>) {
  const textsOf = (code: string) => [
    ...new Set(hovers.get(code)?.map(({ text }) => JSON.stringify(text)) ?? []),
  ];
  return {
    name: 'types-of-names',
    preprocess(code: string, options: { decorations?: object[] }): void {
      const texts = textsOf(code);
      const names = hovers.get(code) ?? [];
      options.decorations = names.map(({ start, end, text }) => ({
        start,
        end,
        properties: { 'data-name': texts.indexOf(JSON.stringify(text)) },
      }));
    },
    pre(this: { readonly source: string }, node: { properties: Record<string, unknown> }): void {
      const texts = textsOf(this.source);
      // The search takes what is between `<` and `>` for markup.
      const list = `[${texts}]`.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
      if (texts.length > 0) node.properties['data-hovers'] = list;
    },
  };
}
