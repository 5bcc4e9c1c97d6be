// A registry on loopback, for the rehearsal of a release.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../../run.ts';

export interface Registry {
  readonly url: string;
  /** A file with npm's settings for publishing. */
  readonly userConfig: string;
  close(): Promise<void>;
}

/** Installs and starts a registry that has nothing and asks nobody. */
export async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  // The plug-in asks for a version of node-fetch that does not exist.
  const overrides = { 'verdaccio-audit': { 'node-fetch': '2.7.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await run('npm', ['install', ...options, 'verdaccio@6.10.4'], { cwd: folder });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = {
    storage: join(folder, 'storage'),
    packages: { '@org/*': { access: '$all', publish: '$all', unpublish: '$all' } },
    log: { type: 'stdout', level: 'warn' },
    web: { enable: false },
  };
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const program = join(folder, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
  const args = [program, '--listen', `127.0.0.1:${port}`, '--config', join(folder, 'config.yaml')];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  await untilReady(url, child);
  const userConfig = join(folder, 'publish.npmrc');
  writeFileSync(userConfig, `registry=${url}/\n//127.0.0.1:${port}/:_authToken=rehearsal\n`);
  return { url, userConfig, close: () => stop(child) };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const response = await fetch(`${url}/-/ping`).catch(() => undefined);
    if (response?.ok) return;
    if (child.exitCode !== null) break;
    await pause(100);
  }
  child.kill();
  throw new Error('the registry on loopback did not start');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
