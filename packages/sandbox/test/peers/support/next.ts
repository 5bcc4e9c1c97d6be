import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';
import { type PeerServer, run, startServer } from '../../../../routing/test/peers/support/process.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** An application with Next.js and the packed packages, in a folder outside the repository. */
export interface NextProject extends AsyncDisposable {
  write(path: string, text: string): void;
  /** `next dev` or `next start` on a free port. */
  start(command: 'dev' | 'start'): Promise<PeerServer>;
  build(): Promise<string>;
}

export async function createNextProject(): Promise<NextProject> {
  const folder = await mkdtemp(join(tmpdir(), 'next-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const envOf = (mode: string) => ({
    ...process.env,
    NODE_ENV: mode,
    NODE_OPTIONS: '',
    NODE_PATH: '',
    NEXT_TELEMETRY_DISABLED: '1',
  });
  const next = join(folder, 'node_modules/next/dist/bin/next');
  const command = process.execPath;
  try {
    const packed = join(folder, 'packed');
    await run({ command, args: ['scripts/release/pack.ts', packed], cwd: root });
    const { version } = JSON.parse(readFileSync(`${root}packages/sandbox/package.json`, 'utf8'));
    const own = ['core', 'routing', 'realtime', 'sandbox'].map((name) => [
      `@org/${name}`,
      `file:${join(packed, `org-${name}-${version}.tgz`)}`,
    ]);
    const others = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' };
    await npmInstall(folder, { dependencies: { ...others, ...Object.fromEntries(own) } });
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    write,
    start: (mode) =>
      startServer(
        {
          command,
          args: (port) => [next, mode, '-p', String(port), '-H', '127.0.0.1'],
          cwd: folder,
          env: envOf(mode === 'dev' ? 'development' : 'production'),
          timeoutMs: 110_000,
        },
        '/',
      ),
    build: () =>
      run({ command, args: [next, 'build'], cwd: folder, env: envOf('production'), timeoutMs: 240_000 }),
    [Symbol.asyncDispose]: dispose,
  };
}

/** The route of the guide, as it is printed there. */
export function routeOfGuide(): string {
  const guide = readFileSync(`${root}packages/sandbox/docs/testing.md`, 'utf8');
  const [, route = ''] = /```ts check\n((?:(?!```)[\s\S])*\[\[\.\.\.path\]\][\s\S]*?)```/.exec(guide) ?? [];
  return route;
}
