import { defineConfig } from 'vitest/config';
import ListedSequencer from './scripts/listed-sequencer.ts';
import TotalsReporter from './scripts/totals-reporter.ts';

const conditions = ['@org/source', 'node', 'import', 'module', 'default'];

/** A release on this machine alone: published to a registry on loopback, installed in projects outside. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    name: 'release',
    reporters: ['default', new TotalsReporter()],
    // What takes longest begins first. Installs wait for disks and the registry: one more than cores.
    include: [
      'test/release/start-servers.release.ts',
      'test/release/start-browsers.release.ts',
      'test/release/quick-starts.release.ts',
      'test/release/typescript.release.ts',
      'test/release/last.release.ts',
      'test/release/engine.release.ts',
      'test/release/tools.release.ts',
      'test/release/**/*.release.ts',
    ],
    sequence: { sequencer: ListedSequencer },
    globalSetup: ['test/release/support/setup.ts'],
    maxWorkers: 3,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
