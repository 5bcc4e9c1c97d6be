// Changes the sources in small ways, one at a time, and counts how many changes a test notices.
// `node scripts/mutate.ts email --count 120 --seed 1 [--workers 2] [path prefix …]`
// Works in copies of the repository. Prints the survivors, for a person to judge. Ctrl-C ends it with the
// figures so far.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'vitest/node';
import { root } from './package-entries.ts';

interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

/** Nodes of types that contain values. */
const typedValues = ['TSAsExpression', 'TSSatisfiesExpression'];

const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});
const [packageName = 'email', ...prefixes] = positionals;
const random = createRandom(Number(values.seed));
const files = sourcesOf(packageName, prefixes);
const all = files.flatMap(mutantsOf);
const chosen = sample(all, Number(values.count));
process.stdout.write(`${all.length} possible changes in ${files.length} files; trying ${chosen.length}\n`);

let survived = 0;
let done = 0;
let isStopped = false;
process.once('SIGINT', () => {
  isStopped = true;
});
const queue = chosen.values();
await Promise.all(Array.from({ length: Number(values.workers) }, work));
const killed = done - survived;
process.stdout.write(`mutants: ${killed} of ${done} killed (${((100 * killed) / done).toFixed(0)} %)\n`);

/** One copy of the repository, in which mutants are tried one after the other. */
async function work(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n'))
      if (file !== '') cpSync(join(root, file), join(copy, file), { recursive: true });
    linkDependencies(copy);
    for (const mutant of queue) {
      if (isStopped) break;
      const original = readFileSync(join(copy, mutant.file), 'utf8');
      writeFileSync(join(copy, mutant.file), apply(original, mutant));
      const result = await test(copy, mutant.file);
      const isAlive = result === 'passed' && (await compiles(copy));
      writeFileSync(join(copy, mutant.file), original);
      done += 1;
      if (isAlive) survived += 1;
      if (process.stderr.isTTY)
        process.stderr.write(`\r\u001b[2K${done} of ${chosen.length}, ${survived} survived `);
      if (isAlive || result === 'late')
        process.stdout.write(`${isAlive ? 'survived' : 'ended by time'}: ${describe(mutant)}\n`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The same packages as here, and the copy's own sources for those of this repository. */
function linkDependencies(copy: string): void {
  execFileSync('npx', ['--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--offline'], {
    cwd: copy,
    stdio: 'ignore',
  });
}

/**
 * Runs the tests of this file, at most for some minutes. A driver's tests are in its folder, those of its
 * inbound mail beside all others of inbound mail; another file's import it, and the slow ones are left out.
 */
function test(copy: string, file: string): Promise<'passed' | 'failed' | 'late'> {
  const vitest = join(copy, 'node_modules/.bin/vitest');
  const driver = /\/drivers\/([^/]+)\//.exec(file)?.[1];
  const what =
    driver === undefined
      ? [
          'related',
          file,
          '--exclude=**/smtp-*',
          '--exclude=**/compiler-messages*',
          '--exclude=**/process-exit*',
        ]
      : ['run', `/${driver}`, ...(file.includes('/inbound/') ? ['/inbound/'] : [])];
  // A file that only slow tests read survives: a person tries those.
  const limits = ['--bail=1', '--passWithNoTests'];
  const options = ['--run', ...limits, `--project=${packageName}*`, '--reporter=dot'];
  const child = spawn(vitest, [...what, ...options], { cwd: copy, stdio: 'ignore', detached: true });
  // A change may make an endless loop, in a worker of that process: the whole group ends.
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 300_000);
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      resolve(signal === 'SIGKILL' ? 'late' : code === 0 ? 'passed' : 'failed');
    });
  });
}

/** The compiler is a part of the suite, too. */
function compiles(copy: string): Promise<boolean> {
  const child = spawn(join(copy, 'node_modules/.bin/tsc'), ['-p', `packages/${packageName}`], {
    cwd: copy,
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
}

function sourcesOf(name: string, prefixes: readonly string[]): string[] {
  const tracked = execFileSync('git', ['ls-files', `packages/${name}/src`], { cwd: root, encoding: 'utf8' });
  return tracked
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
    .filter((file) => prefixes.length === 0 || prefixes.some((prefix) => file.includes(prefix)));
}

function mutantsOf(file: string): Mutant[] {
  const code = readFileSync(join(root, file), 'utf8');
  const found: Mutant[] = [];
  const add = (start: number, end: number, replacement: string) =>
    void found.push({ file, start, end, replacement });
  const visit = (node: Node, parent: Node | undefined): void => {
    if (node.type.startsWith('TS') && !typedValues.includes(node.type)) return;
    if (node.type === 'ImportDeclaration' || isThrown(node) || parent?.['source'] === node) return;
    changesOf(node, parent, code, add);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeParameters') continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && typeof child.type === 'string') visit(child, node);
    }
  };
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node, undefined);
  return found;
}

/** The texts of errors are for people: another word is not a fault. */
function isThrown(node: Node): boolean {
  if (node.type !== 'Property') return false;
  const key = node['key'] as Node | undefined;
  return key?.['name'] === 'message' || key?.['name'] === 'detail';
}

type Add = (start: number, end: number, replacement: string) => void;

function changesOf(node: Node, parent: Node | undefined, code: string, add: Add): void {
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const operator = String(node['operator']);
    const other = operators[operator];
    const left = node['left'] as Node;
    const right = node['right'] as Node;
    const at = code.indexOf(operator, left.end);
    if (other !== undefined && at !== -1 && at < right.start) add(at, at + operator.length, other);
  }
  if (node.type === 'ConditionalExpression' || node.type === 'IfStatement') {
    const test = node['test'] as Node;
    add(test.start, test.end, 'true');
    add(test.start, test.end, 'false');
  }
  if (node.type === 'UnaryExpression' && node['operator'] === '!') add(node.start, node.start + 1, '');
  if (node.type !== 'Literal') return;
  const value = node['value'];
  if (typeof value === 'boolean') add(node.start, node.end, String(!value));
  if (typeof value === 'number') add(node.start, node.end, String(value + 1));
  const isName = parent?.type === 'Property' && parent['key'] === node;
  if (typeof value === 'string' && value !== '' && !value.includes(' ') && !isName)
    add(node.start, node.end, JSON.stringify(`${value}x`));
}

function apply(code: string, { start, end, replacement }: Mutant): string {
  return code.slice(0, start) + replacement + code.slice(end);
}

function describe({ file, start, end, replacement }: Mutant): string {
  const code = readFileSync(join(root, file), 'utf8');
  const line = code.slice(0, start).split('\n').length;
  const text = code.split('\n')[line - 1]?.trim();
  const change = `${code.slice(start, end)} → ${replacement || '(removed)'}`;
  return `${relative('.', file)}:${line}  ${change}\n  ${text}`;
}

function sample<Item>(items: readonly Item[], count: number): Item[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [item] = left.splice(Math.floor(random() * left.length), 1);
    return item as Item;
  });
}

/** Mulberry32: the same seed tries the same changes. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
