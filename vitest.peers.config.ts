import { defineConfig } from 'vitest/config';
import TotalsReporter from './scripts/totals-reporter.ts';

const conditions = ['@org/source', 'node', 'import', 'module', 'default'];

/** The drivers against real engines: processes on loopback, one file at a time. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    name: 'peers',
    reporters: ['default', new TotalsReporter()],
    include: ['packages/{core,email,routing,realtime,sandbox}/test/peers/*.peer.ts'],
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
