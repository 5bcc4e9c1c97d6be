// The first five minutes: the lines and programs of the pages, in an empty folder.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNewcomer } from './support/newcomer.ts';
import {
  newestNode,
  node22,
  noteOf,
  promisedOutput,
  quickStarts,
  withoutSpace,
} from './support/quick-start.ts';

const runtimes = [
  { name: 'Node 22.12', node: node22, isOld: true },
  { name: 'Node 26', node: newestNode, isOld: false },
] as const;

it('a page says all that a newcomer needs', () => {
  expect(quickStarts.length).toBe(5);
  for (const page of quickStarts)
    expect(page).toMatchObject({
      file: 'app.mts',
      command: 'npx @org/sandbox exec -- node app.mts',
      olderNode: 'node --experimental-strip-types app.mts',
      setUp: [expect.stringMatching(/^npm init -y/), expect.stringMatching(/^npm install @org\//)],
    });
});

describe.each(runtimes)('npm on $name', ({ node, isOld }) => {
  it.skipIf(node === '').each(quickStarts)(`$page${noteOf(node)}`, async (page) => {
    const { folder, sh } = await createNewcomer(node);
    expect(await sh('node --version')).toMatch(isOld ? /^v22\.12\./ : /^v26\./);
    for (const line of page.setUp) await sh(line);
    for (const program of page.programs) {
      writeFileSync(join(folder, page.file), program);
      const command = isOld ? page.command.replace(`node ${page.file}`, page.olderNode) : page.command;
      // As the pages say of routing.
      const line = program.includes('@org/routing') ? command.replace('exec', 'exec --yes') : command;
      const output = await sh(line);
      expect(withoutSpace(output), output).toMatch(promisedOutput(program));
    }
  });
});

describe('packages/core/docs/runtimes.md: what Node says about the same program', () => {
  const typed = "import { sep } from 'node:path';\nconst text: string = sep;\nconsole.log(text);\n";
  const using = 'await using file = { async [Symbol.asyncDispose]() {} };\n';
  const cases = [
    { node: node22, line: 'node app.ts', program: typed, says: /ERR_UNKNOWN_FILE_EXTENSION/ },
    { node: node22, line: 'node app.mts', program: typed, says: /ERR_UNKNOWN_FILE_EXTENSION|SyntaxError/ },
    {
      node: node22,
      line: 'node --experimental-strip-types app.ts',
      program: typed,
      says: /Cannot use import statement outside a module/,
    },
    { node: node22, line: 'node --experimental-strip-types app.mts', program: using, says: /SyntaxError/ },
    {
      node: newestNode,
      line: 'node app.ts',
      program: typed,
      says: /Cannot use import statement outside a module/,
    },
  ];

  it.skipIf(node22 === '' || newestNode === '')(`fails${noteOf(node22, newestNode)}`, async () => {
    for (const { node, line, program, says } of cases) {
      const { folder, sh } = await createNewcomer(node);
      await sh('npm init -y');
      writeFileSync(join(folder, line.split(' ').at(-1) ?? ''), program);
      await expect(sh(line), line).rejects.toThrow(says);
    }
  });
});
