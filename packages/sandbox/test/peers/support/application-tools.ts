import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';
import type { Foreign } from './mailpit-clients.ts';

/** Hono, and its server for Node. */
export async function installHono() {
  const dependencies = { hono: '4.13.19', '@hono/node-server': '2.1.9' };
  const directory = await cached('hono-4.13.19', (target) => npmInstall(target, { dependencies }));
  const load = (path: string): Promise<Foreign> =>
    import(/* @vite-ignore */ pathToFileURL(join(directory, 'node_modules', path)).href);
  const { Hono } = await load('hono/dist/index.js');
  const { serve } = await load('@hono/node-server/dist/index.mjs');
  return { createApp: (): Foreign => new Hono(), serve: serve as Foreign };
}

/** The program of Jest. */
export async function installJest(): Promise<string> {
  const dependencies = { jest: '30.5.2' };
  const directory = await cached('jest-30.5.2', (target) => npmInstall(target, { dependencies }));
  return join(directory, 'node_modules', 'jest', 'bin', 'jest.js');
}
