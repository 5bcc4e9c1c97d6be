import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the integration spec that ships in `pusher-js`, as its own configuration for Node does: the same
 * aliases, definitions and folders. No file of the package is changed. Returns the bundle's path.
 */
export async function bundleClientSpec(packages: string, directory: string): Promise<string> {
  const source = join(directory, 'pusher-js');
  const spec = join(source, 'spec/javascripts');
  // Out of node_modules, where esbuild takes `.js` before `.ts`.
  for (const folder of ['src', 'spec'])
    await cp(join(packages, 'pusher-js', folder), join(source, folder), { recursive: true });
  const entry = join(directory, 'entry.cjs');
  const environment = join(directory, 'testenv.cjs');
  await writeFile(environment, `module.exports = 'node';\n`);
  const index = JSON.stringify(join(spec, 'integration/core/pusher_spec/index.js'));
  const configs = JSON.stringify([
    { transport: 'ws', forceTLS: true },
    { transport: 'ws', forceTLS: false },
  ]);
  await writeFile(entry, `require(${index})(${configs});\n`);
  const outfile = join(directory, 'client_spec.cjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
    resolveExtensions: ['.ts', '.js'],
    nodePaths: [
      join(source, 'src'),
      join(source, 'src/runtimes/node'),
      join(source, 'src/runtimes'),
      packages,
    ],
    alias: {
      testenv: environment,
      pusher_integration: join(source, 'src/core/pusher.js'),
      integration: join(spec, 'helpers/node/integration.js'),
      'dom/dependencies': join(spec, 'helpers/node/mock-dom-dependencies.ts'),
      'dom/dependency_loader': join(spec, 'helpers/node/mock-dom-dependencies.ts'),
    },
    define: {
      VERSION: '"8.6.0"',
      CDN_HTTP: '""',
      CDN_HTTPS: '""',
      DEPENDENCY_SUFFIX: '""',
      RUNTIME: '"node"',
    },
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
  });
  return outfile;
}
