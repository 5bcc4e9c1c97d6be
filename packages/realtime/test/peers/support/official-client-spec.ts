import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Whose class the spec tests: that of `pusher-js`, or `@org/realtime/pusher-compat`. */
export type TestedClass = 'official' | 'compat';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const ours = JSON.stringify(here('../../../src/pusher-compat/index.ts'));

/**
 * Our class in place of theirs. The spec sets the default endpoint of `pusher-js`, whose defaults ours does
 * not read. The modules of `pusher-js` need each other: its class comes first.
 */
const ourPusher = `require('core/pusher');
const Defaults = require('core/defaults').default;
module.exports = class extends require(${ours}).Pusher {
  constructor(key, options) {
    super(key, { ...options, authEndpoint: Defaults.authEndpoint });
  }
};
`;

/** Our base class for its spec alone: the sources of `pusher-js` import theirs by the same name. */
const ourDispatcher = (directory: string): Plugin => ({
  name: 'dispatcher',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^core\/events\/dispatcher$/ }, ({ importer }) =>
      importer.endsWith('_spec.js') ? { path: join(directory, 'dispatcher.cjs') } : undefined,
    ),
});

/**
 * Bundles the integration spec that ships in `pusher-js`, as its own configuration for Node does: the same
 * aliases, definitions and folders. No file of the package is changed. For our class also the spec of `bind`
 * and `emit`. Returns the bundle's path.
 */
export async function bundleClientSpec(
  packages: string,
  directory: string,
  tested: TestedClass,
): Promise<string> {
  const source = join(directory, 'pusher-js');
  const spec = join(source, 'spec/javascripts');
  // Out of node_modules, where esbuild takes `.js` before `.ts`.
  for (const folder of ['src', 'spec'])
    await cp(join(packages, 'pusher-js', folder), join(source, folder), { recursive: true });
  const entry = join(directory, 'entry.cjs');
  const environment = join(directory, 'testenv.cjs');
  await writeFile(environment, `module.exports = 'node';\n`);
  const index = JSON.stringify(join(spec, 'integration/core/pusher_spec/index.js'));
  const callbacks = JSON.stringify(join(spec, 'unit/core/events_dispatcher_spec.js'));
  const configs = JSON.stringify([
    { transport: 'ws', forceTLS: true },
    { transport: 'ws', forceTLS: false },
  ]);
  await writeFile(join(directory, 'pusher.cjs'), ourPusher);
  await writeFile(join(directory, 'dispatcher.cjs'), `exports.default = require(${ours}).Emitter;\n`);
  const unit = tested === 'official' ? '' : `require(${callbacks});\n`;
  await writeFile(entry, `require(${index})(${configs});\n${unit}`);
  const outfile = join(directory, 'client_spec.cjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
    resolveExtensions: ['.ts', '.js'],
    conditions: ['@org/source', 'node', 'import'],
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
      ...(tested === 'compat' && { pusher_integration: join(directory, 'pusher.cjs') }),
    },
    plugins: tested === 'compat' ? [ourDispatcher(directory)] : [],
    define: {
      VERSION: '"8.6.0"',
      __PACKAGE_VERSION__: '"0.0.0-test"',
      CDN_HTTP: '""',
      CDN_HTTPS: '""',
      DEPENDENCY_SUFFIX: '""',
      RUNTIME: '"node"',
    },
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
  });
  return outfile;
}
