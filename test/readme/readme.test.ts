import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
import { type CodeBlock, codeBlocks, runnableBlocks } from '../support/readme-blocks.ts';

const readmes = ['README.md', ...publishedPackages().map(({ name }) => `packages/${name}/README.md`)];
// `test/published/recipes.test.ts` runs the files and commands of the recipes.
const recipes = 'packages/core/docs/recipes.md';
const guides = globSync('{docs,packages/*/docs}/*.md', { cwd: root }).filter((file) => file !== recipes);
const skills = globSync('skills/*/SKILL.md', { cwd: root });
const files = [...readmes, ...guides.sort(), ...skills.sort()];

type Block = CodeBlock & { readonly file: string };
const blocksOf = (words: string): readonly Block[] =>
  files.flatMap((file) => codeBlocks(root + file, words).map((block) => ({ file, ...block })));

describe('code blocks of READMEs and guides', () => {
  let sandbox: Sandbox;
  let folder: string;

  beforeAll(async () => {
    sandbox = await startSandbox();
    // Inside `examples`, where a block resolves the packages like a reader's project.
    folder = mkdtempSync(join(root, 'examples', '.readme-'));
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await sandbox.close();
  });

  const programs = blocksOf('ts run');

  it('every README has a program', () => {
    expect(readmes.filter((file) => runnableBlocks(root + file).length === 0)).toEqual([]);
  });

  it('each block of TypeScript is run or type-checked', () => {
    const unchecked = [...blocksOf('ts'), ...blocksOf('tsx')];
    expect(unchecked.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  });

  it('a program with a product needs no other package: the product exports core’s names', () => {
    const products = programs.filter(({ code }) => /from '@org\/(?:email|routing|realtime)/.test(code));
    expect(products.length).toBeGreaterThan(5);
    const needsCore = products.filter(({ code }) => code.includes("from '@org/core'"));
    const pages = new Set(needsCore.map(({ file }) => file));
    expect([...pages].filter((file) => !/\/docs\/own-driver(?:-parts)?\.md$/.test(file))).toEqual([]);
  });

  const nameOf = ({ file, line }: Block) => `${file.replace(/\W+/g, '-')}-${line}.ts`;

  it('programs have no type errors', async () => {
    const project = mkdtempSync(join(folder, 'typed-'));
    for (const block of programs) writeFileSync(join(project, nameOf(block)), block.code);
    await compile(project, {});
  });

  it('blocks that need an account, a store or a browser have no type errors', async () => {
    const project = mkdtempSync(join(folder, 'typed-'));
    // The clients of stores and of secret managers that core's own tests use.
    symlinkSync(join(root, 'packages', 'core', 'node_modules'), join(project, 'node_modules'));
    copyFileSync(join(root, 'test', 'readme', 'ambient.d.ts'), join(project, 'ambient.d.ts'));
    mkdirSync(join(project, 'blocks'));
    // An empty export makes a module of a block without imports: its names are its own.
    for (const block of blocksOf('ts check'))
      writeFileSync(join(project, 'blocks', nameOf(block)), `${block.code}export {};\n`);
    for (const block of blocksOf('tsx check'))
      writeFileSync(join(project, 'blocks', `${nameOf(block)}x`), `${block.code}export {};\n`);
    await compile(project, { noUnusedLocals: false, jsx: 'react-jsx' });
  });

  it('blocks of other packages, whose types need a bundler, have no type errors', async () => {
    const project = mkdtempSync(join(folder, 'typed-'));
    const blocks = blocksOf('ts check bundler');
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) writeFileSync(join(project, nameOf(block)), block.code);
    await compile(project, { module: 'esnext', moduleResolution: 'bundler' });
  });

  it.each(programs)('$file:$line runs against the sandbox', async (block: Block) => {
    const program = join(folder, nameOf(block));
    writeFileSync(program, block.code);
    await run('node', [program], {
      cwd: join(root, 'examples'),
      env: sandbox.env,
    });
  });
});

/** Against the declarations that were built, as a reader's project does. */
async function compile(project: string, options: object): Promise<void> {
  const base = join(root, 'tsconfig.base.json');
  const compilerOptions = { ...options, customConditions: [] };
  const settings = { extends: base, compilerOptions, include: ['.'] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings));
  await run('tsc', ['-p', project], { cwd: project });
}
