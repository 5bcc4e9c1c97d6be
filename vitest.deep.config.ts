import { defineConfig } from 'vitest/config';
import TotalsReporter from './scripts/totals-reporter.ts';

const conditions = ['@org/source', 'node', 'import', 'module', 'default'];

/** The slow suite: soaks and long measurements, one file at a time. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    name: 'deep',
    reporters: ['default', new TotalsReporter()],
    include: ['packages/*/test/deep/**/*.deep.ts'],
    passWithNoTests: true,
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 600_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
