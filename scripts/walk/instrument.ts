// Makes each function of the packages' sources report its entry. The sources stay as they are: a hook of the
// module loader inserts the reports into the text that the runtime loads.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

/** A function body, with its lines in the file, from 1. */
interface Body {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** What one call walks through. */
export interface Walk {
  /** Moves of control into another file, the first one included. */
  readonly turns: number;
  /** Turns into a file that was left before. */
  readonly returns: number;
  readonly calls: number;
  readonly functions: number;
  /** Of the functions that ran, each line once. */
  readonly lines: number;
  readonly files: number;
  /** The files in the order of their turns. */
  readonly path: readonly string[];
}

// The clock of the sources: it stands while a call walks, so that no window ends on a busy machine.
let clockMs = Date.now();

const packages = new URL('../../packages/', import.meta.url).href;
const bodies: Body[] = [];
/** Longer than a second, so that no limit of a service is used up. */
const betweenCallsMs = 2_000;
let entered: number[] | undefined;

/** Loads the sources of the packages, instrumented, from now on. */
export function instrumentSources(): void {
  Object.assign(globalThis, { walkEnter: (body: number) => void entered?.push(body) });
  Date.now = () => clockMs;
  performance.now = () => clockMs;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['@org/source', ...context.conditions] }),
    load(url, context, next) {
      if (!url.startsWith(packages) || !/\/src\/.*\.ts$/.test(url)) return next(url, context);
      const source = instrument(url.slice(packages.length), readFileSync(fileURLToPath(url), 'utf8'));
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}

/**
 * Walks through one call, from its start until its promise settles, after calls that load what only calls
 * need and let a client learn.
 */
export async function walkThrough(call: () => Promise<unknown>, warmUps = 5): Promise<Walk> {
  for (let count = 0; count < warmUps; count += 1) {
    await call();
    // The end of its connection's turn.
    await setImmediate();
    clockMs += betweenCallsMs;
  }
  const walk: number[] = [];
  entered = walk;
  try {
    await call();
  } finally {
    entered = undefined;
  }
  return measure(walk.map((body) => bodies[body] as Body));
}

function measure(walk: readonly Body[]): Walk {
  const path = walk.map(({ file }) => file).filter((file, at, all) => file !== all[at - 1]);
  const functions = new Set(walk);
  const lines = new Set([...functions].flatMap(linesIn)).size;
  const files = new Set(path).size;
  return {
    turns: path.length,
    returns: path.length - files,
    calls: walk.length,
    functions: functions.size,
    lines,
    files,
    path,
  };
}

/** The lines of a function, each as file and number. Those of a nested function belong to both. */
function linesIn({ file, firstLine, lastLine }: Body): string[] {
  return Array.from({ length: lastLine - firstLine + 1 }, (_, index) => `${file}:${firstLine + index}`);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly body?: unknown;
}

/** The text with a report at the start of each function body. */
function instrument(file: string, source: string): string {
  const lineOf = linesOf(source);
  const inserted: (readonly [at: number, text: string])[] = [];
  for (const node of functionsIn(parseAst(source, { lang: 'ts' }, file))) {
    const body = node.body as Node;
    const enter = `walkEnter(${bodies.length})`;
    bodies.push({ file, firstLine: lineOf(node.start), lastLine: lineOf(node.end) });
    if (body.type === 'BlockStatement') inserted.push([body.start + 1, `${enter};`]);
    else inserted.push([body.start, `(${enter},(`], [body.end, '))']);
  }
  let text = source;
  // From the end on, so that the positions hold. Of two at one place, the inner one comes first in the text.
  for (const [at, added] of inserted.toSorted(([left], [right]) => right - left))
    text = text.slice(0, at) + added + text.slice(at);
  return text;
}

/** The functions of a syntax tree that have a body. */
function functionsIn(tree: unknown): Node[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const inner = Object.values(tree).flatMap(functionsIn);
  const { type = '', body } = tree as Partial<Node>;
  const isFunction = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
  return isFunction && body ? [tree as Node, ...inner] : inner;
}

function linesOf(source: string): (position: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index);
  return (position) => {
    const after = ends.findIndex((end) => end >= position);
    return (after === -1 ? ends.length : after) + 1;
  };
}
