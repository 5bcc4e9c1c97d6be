import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';
import { type CodeBlock, runnableBlocks } from '../support/readme-blocks.ts';
import { run } from '../support/run.ts';

const files = [
  `${root}README.md`,
  `${root}docs/adding-a-driver.md`,
  ...publishedPackages().map(({ folder }) => `${folder}/README.md`),
];
type Block = CodeBlock & { readonly file: string };

describe('the programs in READMEs and guides run as printed, with the lines that the sandbox prints', () => {
  let sandbox: Sandbox;
  let folder: string;

  beforeAll(async () => {
    sandbox = await startSandbox();
    // Inside `examples`, so that a block finds the packages as a reader's project would.
    folder = mkdtempSync(join(root, 'examples', '.readme-'));
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await sandbox.close();
  });

  const blocks = files.flatMap((file) =>
    runnableBlocks(file).map((block) => ({ file: file.slice(root.length), ...block })),
  );

  it('every one of these files has at least one', () => {
    const withBlocks = new Set(blocks.map(({ file }) => file));
    expect(files.map((file) => file.slice(root.length)).filter((file) => !withBlocks.has(file))).toEqual([]);
  });

  it('whoever installs one product needs no other package: core’s names come with it', () => {
    const products = blocks.filter(({ code }) => /from '@org\/(?:email|routing|realtime)/.test(code));
    expect(products.length).toBeGreaterThan(5);
    const needsCore = products.filter(({ code }) => code.includes("from '@org/core'"));
    expect(needsCore.map(({ file }) => file)).toEqual(['docs/adding-a-driver.md']);
  });

  const nameOf = ({ file, line }: Block) => `${file.replace(/\W+/g, '-')}-${line}.ts`;

  it('all of them are typed, as strictly as it goes', async () => {
    const project = mkdtempSync(join(folder, 'typed-'));
    for (const block of blocks) writeFileSync(join(project, nameOf(block)), block.code);
    const base = join(root, 'tsconfig.base.json');
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ extends: base, include: ['.'] }));
    await run('tsc', ['-p', project], { cwd: project });
  });

  it.each(blocks)('$file:$line', async (block: Block) => {
    const program = join(folder, nameOf(block));
    writeFileSync(program, block.code);
    await run('node', [program], {
      cwd: join(root, 'examples'),
      env: sandbox.env,
    });
  });
});
