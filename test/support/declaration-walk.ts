import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { SymbolFlags, type Symbol as TsSymbol } from 'typescript/unstable/sync';
import { type PublicDeclarations, withoutAlias } from './public-declarations.ts';

/** A type of this repository that a public declaration names, and that no entry exports. */
export interface HiddenType {
  readonly name: string;
  readonly file: string;
  /** The exported name whose declaration leads to it. */
  readonly via: string;
}

export interface DeclarationWalk {
  /** The text of every declaration that an exported name leads to, with its comments. */
  readonly texts: readonly { readonly file: string; readonly text: string }[];
  readonly hidden: readonly HiddenType[];
  /** The types that were not followed. */
  readonly stopped: ReadonlySet<string>;
}

const resolving: readonly SyntaxKind[] = [SyntaxKind.IndexedAccessType, SyntaxKind.TypeOperator];

const pathOf = (path: string) => path.replace(/.*\/(?=packages\/)/, '');
const isOwn = (path: string) => /\/packages\/\w+\/dist\//.test(path);

/**
 * Follows the types in the declarations of every exported name. What a program gets from a call it may keep
 * and pass on: it needs a name. The shape of a parameter needs none, and nor does what is in it: a program
 * writes the value, or the compiler knows the parameter of its function. A base interface is followed without
 * a name of its own: users have its members. So is a type that computes another, like `Pick`: hovers show the
 * result. The types in `without` are not followed.
 */
export function walkDeclarations(
  { project, exported }: PublicDeclarations,
  without: ReadonlySet<string>,
): DeclarationWalk {
  const { checker } = project;
  const texts: { file: string; text: string }[] = [];
  const stopped = new Set<string>();
  const hidden = new Map<TsSymbol, HiddenType>();
  const seen = new Set<TsSymbol>();
  const seenInParameters = new Set<TsSymbol>();

  function visitSymbol(symbol: TsSymbol, via: string, isGiven: boolean): void {
    if (seen.has(symbol) || (isGiven && seenInParameters.has(symbol))) return;
    const isNew = !seenInParameters.has(symbol);
    (isGiven ? seenInParameters : seen).add(symbol);
    for (const handle of symbol.declarations.filter(({ path }) => isOwn(path))) {
      const node = handle.resolve(project);
      if (node === undefined) continue;
      const whole = node.kind === SyntaxKind.VariableDeclaration ? node.parent.parent : node;
      if (isNew) texts.push({ file: pathOf(handle.path), text: whole.getFullText() });
      visit(node, via, isComputed(node), isGiven);
    }
  }

  function visit(node: Node, via: string, isOptional: boolean, isInParameter: boolean): void {
    if (isPrivate(node)) return;
    const isGiven = isInParameter || node.kind === SyntaxKind.Parameter;
    const name = referenceOf(node);
    const symbol = name && checker.getSymbolAtLocation(name);
    if (symbol) visitReference(withoutAlias(checker, symbol), via, isOptional, isGiven);
    const optional = isOptional || isResolved(node);
    node.forEachChild((child) => {
      visit(child, via, optional, isGiven);
    });
  }

  function visitReference(symbol: TsSymbol, via: string, isOptional: boolean, isGiven: boolean): void {
    const [declaration] = symbol.declarations;
    if (declaration === undefined || !isOwn(declaration.path)) return;
    if (symbol.flags & SymbolFlags.TypeParameter) return;
    if (without.has(symbol.name)) return void stopped.add(symbol.name);
    const node = declaration.resolve(project);
    if (!isOptional && !isGiven && !exported.has(symbol) && !hidden.has(symbol) && node && !isComputed(node))
      hidden.set(symbol, { name: symbol.name, file: pathOf(declaration.path), via });
    visitSymbol(symbol, via, isGiven);
  }

  for (const [symbol, [via = '']] of exported)
    visitSymbol(symbol, via, (symbol.flags & SymbolFlags.Value) === 0);
  return { texts, hidden: [...hidden.values()], stopped };
}

/** The name of the type that a node refers to. A `typeof` names a value. */
function referenceOf(node: Node): Node | undefined {
  const { typeName, expression } = node as { typeName?: Node; expression?: Node };
  if (node.kind === SyntaxKind.TypeReference) return typeName;
  return node.kind === SyntaxKind.ExpressionWithTypeArguments ? expression : undefined;
}

/** Whether users have the members of the types in a node, or another type that follows from them. */
function isResolved(node: Node): boolean {
  if (node.kind === SyntaxKind.IntersectionType) return isBody(node.parent);
  return node.kind === SyntaxKind.HeritageClause || resolving.includes(node.kind);
}

/** Whether a node is a type alias, or its type, or a member of its union. */
function isBody(node: Node): boolean {
  const isPart = node.kind === SyntaxKind.UnionType || node.kind === SyntaxKind.ParenthesizedType;
  return node.kind === SyntaxKind.TypeAliasDeclaration || (isPart && isBody(node.parent));
}

function isPrivate(node: Node): boolean {
  const { modifiers, name } = node as { modifiers?: readonly Node[]; name?: Node };
  if (name?.kind === SyntaxKind.PrivateIdentifier) return true;
  return modifiers?.some(({ kind }) => kind === SyntaxKind.PrivateKeyword) === true;
}

/** Whether a declaration computes a type from others. */
function isComputed(node: Node): boolean {
  const { type, typeParameters } = node as { type?: Node; typeParameters?: readonly Node[] };
  if (node.kind !== SyntaxKind.TypeAliasDeclaration || !type) return false;
  if (type.kind === SyntaxKind.MappedType) return true;
  if (!typeParameters?.length) return false;
  return computes(type) || /^(?:Extract|Exclude|Omit|Pick)</.test(type.getText());
}

function computes(node: Node): boolean {
  const isType = node.kind === SyntaxKind.ConditionalType || node.kind === SyntaxKind.MappedType;
  if (isType || node.kind === SyntaxKind.IndexedAccessType) return true;
  return node.forEachChild((child) => computes(child) || undefined) === true;
}
