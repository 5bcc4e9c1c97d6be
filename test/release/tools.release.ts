import { rmSync } from 'node:fs';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isThere, noteOf, perform, recipes, writeRecipeFiles } from '../support/recipes.ts';
import { createProject, installWithNpm } from './support/project.ts';

const { versions } = inject('releases').minor;

/**
 * `test/published/recipes.test.ts` performs them: workerd has no node_modules, and Next.js, which takes
 * longer than the others together, gets copies of the same files.
 */
const elsewhere = ['workerd', 'next'];

/** The recipes of the docs, with the packages of the registry. */
describe('tools in a project with npm', () => {
  let sandbox: Sandbox;
  let project: string;

  beforeAll(async () => {
    sandbox = await startSandbox({ routing: false, page: false });
    const names = ['@org/email', '@org/realtime'];
    const dependencies = Object.fromEntries(names.map((name) => [name, versions[name]]));
    const devDependencies = { '@types/node': '24.19.2' };
    project = createProject({
      'package.json': { private: true, type: 'module', dependencies, devDependencies },
    });
    writeRecipeFiles(project);
    await installWithNpm(project);
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(project, { recursive: true, force: true });
  });

  it.each(recipes.filter(({ tool }) => !elsewhere.includes(tool) && isThere(tool)))(
    '$tool',
    async (recipe) => {
      expect(await perform(recipe, { project, env: sandbox.env })).toContain(recipe.prints);
    },
  );

  for (const { tool } of recipes.filter(({ tool }) => !isThere(tool)))
    it.skip(`${tool}${noteOf(tool)}`, () => undefined);
});
