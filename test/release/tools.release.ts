import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createNextProject,
  isThere,
  noteOf,
  perform,
  recipes,
  writeRecipeFiles,
} from '../support/recipes.ts';
import { createProject, installWithNpm } from './support/project.ts';

const { versions } = inject('releases').minor;

/** The recipes of the docs, with the packages of the registry. workerd has no node_modules. */
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

  it.each(recipes.filter(({ tool }) => tool !== 'workerd' && isThere(tool)))('$tool', async (recipe) => {
    let place = project;
    if (recipe.tool === 'next') {
      place = await createNextProject(project);
      for (const name of ['@org', '@noble', 'ws']) {
        const modules = join('node_modules', name);
        cpSync(join(project, modules), join(place, modules), { recursive: true });
      }
    }
    expect(await perform(recipe, { project: place, env: sandbox.env })).toContain(recipe.prints);
  });

  for (const { tool } of recipes.filter(({ tool }) => !isThere(tool)))
    it.skip(`${tool}${noteOf(tool)}`, () => undefined);
});
