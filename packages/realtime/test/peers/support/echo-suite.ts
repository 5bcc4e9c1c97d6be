import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../../../scripts/package-entries.ts';
import { startRealtimeService } from '../../../../sandbox/src/realtime/index.ts';
import { type OfficialTest, runNode } from './official-suites.ts';

const setup = fileURLToPath(new URL('echo-setup.ts', import.meta.url));

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * Runs the tests that ship in `laravel-echo`, with our class as `window.Pusher` and a service on loopback.
 * `sockets`: how many connections the service had. No file of the package is changed.
 */
export async function runEchoSuite(): Promise<{ tests: readonly OfficialTest[]; sockets: number }> {
  const workspace = await mkdtemp(join(tmpdir(), 'echo-'));
  await using service = await startRealtimeService();
  let sockets = 0;
  service.subscribe(({ kind }) => {
    if (kind === 'connected') sockets += 1;
  });
  try {
    // Out of node_modules, whose files Vitest does not compile.
    for (const folder of ['src', 'tests'])
      await cp(join(root, 'node_modules/laravel-echo', folder), join(workspace, folder), { recursive: true });
    await symlink(join(root, 'node_modules'), join(workspace, 'node_modules'));
    const conditions = ['@org/source', 'node', 'import', 'module', 'default'];
    const config = {
      resolve: { conditions },
      ssr: { resolve: { conditions } },
      define: { __PACKAGE_VERSION__: '"0.0.0-test"' },
      test: { setupFiles: [setup], watch: false, globals: true },
    };
    await writeFile(join(workspace, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};\n`);
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { app, host, port } = service;
    const file = join(workspace, 'report.json');
    await runNode([vitest, 'run', '--root', workspace, '--reporter', 'json', '--outputFile', file], {
      ECHO_SERVICE: JSON.stringify({ host, port, key: app.key }),
    });
    const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report;
    const tests = testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ failureMessages, fullName, status }) => ({
        name: fullName,
        status,
        reason: failureMessages.join('; '),
      })),
    );
    return { tests, sockets };
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}
