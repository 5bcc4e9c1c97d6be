import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';

/**
 * The node_modules of `npm install --prefix <folder> jest next react react-dom deno bun workerd`, or of
 * some.
 */
export const tools = process.env['TOOLS_PATH'] ?? '';
const ownTools = ['vite', 'esbuild', 'tsc'];

export const isThere = (tool: string) =>
  ownTools.includes(tool) || existsSync(join(tools || '-', '.bin', tool));
export const noteOf = (tool: string) => (isThere(tool) ? '' : ` (skipped: no ${tool} in TOOLS_PATH)`);

export interface Recipe {
  readonly tool: string;
  readonly commands: string;
  readonly prints: string;
}

const files: { readonly path: string; readonly text: string }[] = [];
export const recipes: Recipe[] = [];
const page = readFileSync(`${root}packages/core/docs/recipes.md`, 'utf8');
for (const [, notes = '', text = ''] of page.matchAll(/^```\w+ (.*)\n([\s\S]*?)^```$/gm)) {
  const [, path] = /file=(\S+)/.exec(notes) ?? [];
  const [, tool] = /run=(\S+)/.exec(notes) ?? [];
  const prints = (/prints=(\S+)/.exec(notes)?.[1] ?? '').replaceAll('_', ' ');
  if (path !== undefined) files.push({ path, text });
  if (tool !== undefined) recipes.push({ tool, prints, commands: text.replaceAll('npx ', '') });
}

export function recipeOf(tool: string): Recipe {
  const recipe = recipes.find((one) => one.tool === tool);
  if (recipe === undefined) throw new Error(`packages/core/docs/recipes.md has no recipe for ${tool}`);
  return recipe;
}

export function writeRecipeFiles(project: string): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}

export interface Place {
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  /** Further folders with programs. */
  readonly programs?: readonly string[];
}

export function perform({ commands }: Recipe, { project, env, programs = [] }: Place): Promise<string> {
  const path = [
    join(project, 'node_modules', '.bin'),
    ...programs,
    join(tools, '.bin'),
    join(root, 'node_modules', '.bin'),
    process.env['PATH'],
  ];
  const quiet = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', NODE_OPTIONS: '', NODE_PATH: '' };
  const surroundings = { ...env, ...quiet, PATH: path.join(delimiter) };
  // Jest writes to stderr.
  return run('sh', ['-ec', `{ ${commands.trim()}\n} 2>&1`], {
    cwd: project,
    env: surroundings,
    timeoutMs: 240_000,
  });
}

/** A project with the tools inside, until the end of the test: Next.js loads no module from outside. */
export async function createNextProject(project: string): Promise<string> {
  const own = mkdtempSync(join(dirname(tools), '.next-recipe-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  for (const name of ['app', 'package.json'])
    await run('cp', ['-r', join(project, name), own], { cwd: root });
  await run('cp', ['-al', tools, own], { cwd: root });
  return own;
}
