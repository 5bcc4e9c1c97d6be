import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
import {
  createNextProject,
  isThere,
  noteOf,
  perform,
  type Recipe,
  recipeOf,
  recipes,
  tools,
  writeRecipeFiles,
} from '../support/recipes.ts';

/** Like npm would install it next to the packages. */
const ws = `${root}packages/realtime/node_modules/ws`;

describe('recipes for tools', () => {
  let sandbox: Sandbox;
  let project: string;

  beforeAll(async () => {
    sandbox = await startSandbox({ routing: false, page: false });
    // Inside `examples`: the recipes find the packages like a reader's project would.
    project = mkdtempSync(join(root, 'examples', '.recipes-'));
    writeRecipeFiles(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    const vite = createRequire(createRequire(import.meta.url).resolve('vitest/package.json')).resolve(
      'vite/package.json',
    );
    mkdirSync(join(project, 'bin'));
    mkdirSync(join(project, 'node_modules'));
    await run('cp', ['-rL', ws, join(project, 'node_modules')], { cwd: root });
    const program = join(project, 'bin', 'vite');
    writeFileSync(program, `#!/bin/sh\nexec node '${join(dirname(vite), 'bin', 'vite.js')}' "$@"\n`);
    chmodSync(program, 0o755);
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(project, { recursive: true, force: true });
  });

  const performIn = (recipe: Recipe, cwd: string) =>
    perform(recipe, { project: cwd, env: sandbox.env, programs: [join(project, 'bin')] });

  it('there is one for each tool', () => {
    const expected = ['jest', 'next', 'vite', 'esbuild', 'tsc', 'workerd', 'deno', 'bun'];
    expect(recipes.map(({ tool }) => tool)).toEqual(expected);
  });

  const simple = recipes.filter(({ tool }) => tool !== 'next' && tool !== 'workerd');
  for (const recipe of simple) {
    it.skipIf(!isThere(recipe.tool))(
      `${recipe.tool}${noteOf(recipe.tool)}`,
      { timeout: 120_000 },
      async () => {
        expect(await performIn(recipe, project)).toContain(recipe.prints);
      },
    );
  }

  it.skipIf(!isThere('next'))(`next${noteOf('next')}`, { timeout: 300_000 }, async () => {
    const recipe = recipeOf('next');
    const own = await createNextProject(project);
    for (const name of ['core', 'realtime', 'email']) {
      const target = join(own, 'node_modules', '@org', name);
      mkdirSync(target, { recursive: true });
      const { publishConfig, ...manifest } = JSON.parse(
        readFileSync(`${root}packages/${name}/package.json`, 'utf8'),
      );
      writeFileSync(join(target, 'package.json'), JSON.stringify({ ...manifest, ...publishConfig }));
      await run('cp', ['-r', `${root}packages/${name}/dist`, target], { cwd: root });
    }
    for (const name of ['ws', '@noble/ciphers']) {
      const target = join(own, 'node_modules', name);
      mkdirSync(dirname(target), { recursive: true });
      await run('cp', ['-rL', `${root}packages/realtime/node_modules/${name}`, target], { cwd: root });
    }
    expect(await performIn(recipe, own)).toContain(recipe.prints);
  });

  it.skipIf(!isThere('workerd'))(`workerd${noteOf('workerd')}`, { timeout: 60_000 }, async () => {
    const recipe = recipeOf('workerd');
    await performIn(recipe, project);
    const port = await freePort();
    writeFileSync(join(project, 'dist', 'worker.capnp'), workerdConfig(port, sandbox));
    const child = spawn(join(tools, '.bin', 'workerd'), ['serve', join(project, 'dist', 'worker.capnp')]);
    onTestFinished(() => void child.kill());
    expect(await untilAnswered(`http://127.0.0.1:${port}/`, child)).toContain(recipe.prints);
  });
});

function workerdConfig(port: number, { env }: Sandbox): string {
  const bindings = ['PLUNK_API_KEY', 'PLUNK_BASE_URL'].map(
    (name) => `(name = "${name}", text = "${env[name]}")`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["local", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2025-09-01",
  bindings = [${bindings.join(', ')}],
);`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** workerd prints nothing when it is ready. */
async function untilAnswered(url: string, child: ChildProcess): Promise<string> {
  for (;;) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (child.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
