import { defineConfig } from 'vitest/config';
import ListedSequencer from './scripts/listed-sequencer.ts';
import TotalsReporter from './scripts/totals-reporter.ts';

const conditions = ['@org/source', 'node', 'import', 'default'];

/** The drivers against real engines: processes on loopback, two files at a time. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    name: 'peers',
    reporters: ['default', new TotalsReporter()],
    // What takes longest begins first.
    include: [
      'packages/routing/test/peers/same-answer.peer.ts',
      'packages/sandbox/test/peers/next.peer.ts',
      'packages/realtime/test/peers/official-suites.peer.ts',
      'packages/{core,email,routing,realtime,sandbox}/test/peers/*.peer.ts',
    ],
    sequence: { sequencer: ListedSequencer },
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
