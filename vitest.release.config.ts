import { defineConfig } from 'vitest/config';
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
    include: ['test/release/**/*.release.ts'],
    globalSetup: ['test/release/support/setup.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
});
