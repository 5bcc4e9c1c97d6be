import { readFileSync } from 'node:fs';
import { publishedPackages, root } from '../../../scripts/package-entries.ts';
import { codeBlocksIn, sectionOf } from '../../support/readme-blocks.ts';

/** What a page tells a newcomer to do, in the page's own words. */
export interface QuickStart {
  readonly page: string;
  /** The lines for a shell before the program runs. */
  readonly setUp: readonly string[];
  readonly programs: readonly string[];
  /** The name of the program's file. */
  readonly file: string;
  /** Runs the program without an account. */
  readonly command: string;
  /** How Node 22.12 to 22.17 runs it. */
  readonly olderNode: string;
}

const pathOf = (variable: string) => process.env[variable] ?? '';
export const node22 = pathOf('NODE_22_PATH');
export const newestNode = pathOf('NODE_26_PATH');
export const bunPath = pathOf('BUN_PATH');

/** A note in the name of a test that needs these programs. */
export const noteOf = (...paths: string[]): string =>
  paths.includes('') ? ' (skipped: its path is not in the environment)' : '';

/** The quick start of a page: its set-up in a section, and the programs of another or of the whole page. */
function readQuickStart(page: string, setUpIn: string, programsIn?: string): QuickStart {
  const text = readFileSync(root + page, 'utf8');
  const [shell] = codeBlocksIn(sectionOf(text, setUpIn), 'sh');
  const programs = codeBlocksIn(programsIn === undefined ? text : sectionOf(text, programsIn), 'ts run');
  const firstMatch = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  return {
    page,
    setUp: (shell?.code ?? '').split('\n').filter((line) => line.startsWith('npm ')),
    programs: programs.map(({ code }) => code).slice(0, programsIn === undefined ? undefined : 1),
    file: firstMatch(/[Ss]ave\s+(?:it|one)\s+as\s+`([^`]+)`/),
    command: firstMatch(/(npx @org\/sandbox exec -- \w+ [\w.]+)/),
    olderNode: firstMatch(/Node\s+22\.12\s+to\s+22\.17\s+needs\s+`([^`]+)`/),
  };
}

const literally = (text: string) => text.replaceAll(/[^\w\s:]/g, '\\$&');

/** What the comments after `console.log()` promise: `…` is any text, white space does not count. */
export function promisedOutput(program: string): RegExp {
  const promises = [...program.matchAll(/console\.log\(.*\);(?: \}|) \/\/ (.+)$/gm)].map(
    ([, text = '']) => text,
  );
  if (promises.length === 0) throw new Error(`A program promises no output:\n${program}`);
  const patterns = promises.map((text) => withoutSpace(text).split('…').map(literally).join('.*?'));
  return new RegExp(patterns.join('.*?'), 's');
}

export const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

const products = publishedPackages().filter(({ name }) => name !== 'sandbox');

/** The quick starts of all pages. The sandbox's own page only starts it. */
export const quickStarts: readonly QuickStart[] = [
  readQuickStart('README.md', 'Quick start'),
  ...products.map(({ name }) => readQuickStart(`packages/${name}/README.md`, 'Install', 'Quick start')),
];

/** The start of the sandbox on its page, with the engine, and the rows that the page says it prints. */
export function readSandboxStart(): { readonly command: string; readonly rows: readonly RegExp[] } {
  const text = readFileSync(`${root}packages/sandbox/README.md`, 'utf8');
  const [printed] = codeBlocksIn(sectionOf(text, 'Install and start'), '');
  const lines = (printed?.code ?? '').trimEnd().split('\n');
  // Other ports are used where those of the page are not free.
  const rows = lines
    .filter((line) => !line.includes('…'))
    .map((line) => line.trim().split(/\s{2,}/))
    .map((words) => words.map((part) => literally(part).replace(/:\d+/, ':\\d+')).join('\\s+'))
    .map((pattern) => new RegExp(pattern));
  return { command: /^npx --package @org\/sandbox .*$/m.exec(text)?.[0] ?? '', rows };
}
