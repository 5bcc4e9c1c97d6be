import { readFileSync } from 'node:fs';
import { type Plugin, transformSync } from 'esbuild';
import { parseAst } from 'rolldown/parseAst';
import { platform } from './settings.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Evaluated later, or without an effect. */
const isInert = (type: string) => /^(?:Arrow)?Function|^Class|^(?:Literal|Identifier)$/.test(type);
/** Bundlers keep these where nothing uses their value: a getter or a function might have an effect. */
const mayAct = (type: string) => /^(?:Call|New|Member|Binary|TaggedTemplate|Template|Spread)/.test(type);

function partsOf(node: Node): readonly Node[] {
  const parts = Object.values(node).flat() as readonly (Node | undefined)[];
  return parts.filter((part): part is Node => typeof part?.type === 'string');
}

const some = (node: Node, is: (type: string) => boolean): boolean =>
  is(node.type) || (!isInert(node.type) && partsOf(node).some((part) => some(part, is)));

/** The module in JavaScript. No value of its top level has an effect: bundlers drop what nothing uses. */
export function withoutEffects(path: string, define = platform.define): string {
  const { code } = transformSync(readFileSync(path, 'utf8'), { loader: 'ts', define });
  let marked = '';
  let done = 0;
  for (const { id, init } of parseAst(code).body.flatMap(declaredBy)) {
    if (id.type !== 'Identifier' || !init || !some(init, mayAct) || some(init, (type) => /^Await/.test(type)))
      continue;
    const value = code.slice(init.start, init.end);
    const mark = '/* @__PURE__ */';
    marked += `${code.slice(done, init.start)}${mark} ${isPlainCall(init) ? value : `(() => (${value}))()`}`;
    done = init.end;
  }
  return marked + code.slice(done);
}

/** Without an effect in its arguments, which a mark does not cover. */
function isPlainCall(node: Node): boolean {
  const { arguments: given = [] } = node as { readonly arguments?: readonly Node[] };
  return /^(?:Call|New)/.test(node.type) && !given.some((argument) => some(argument, mayAct));
}

interface Declared {
  readonly id: Node;
  readonly init?: Node | null;
}

function declaredBy(statement: Node): readonly Declared[] {
  const { declaration, declarations = [] } = statement as {
    readonly declaration?: Node | null;
    readonly declarations?: readonly Declared[];
  };
  return declaration ? declaredBy(declaration) : declarations;
}

/** All modules of this package by {@link withoutEffects}. */
export const pureModules = (define = platform.define): Plugin => ({
  name: 'pure-modules',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => ({
      contents: withoutEffects(path, define),
      loader: 'js',
    })),
});
