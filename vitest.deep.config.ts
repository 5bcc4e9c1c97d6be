import { defineConfig } from 'vitest/config';
import TotalsReporter from './scripts/totals-reporter.ts';

const conditions = ['@org/source', 'node', 'import', 'module', 'default'];

// They count what happened, and measure neither time nor memory of this process: two files at a time.
const counting = [
  'packages/core/test/deep/properties.deep.ts',
  'packages/email/test/deep/{journal,round-trips,send-each}.deep.ts',
  'packages/realtime/test/deep/{channel-sequences,gapless,heal,hostile-frames,shared-socket}.deep.ts',
  'packages/routing/test/deep/{build-map,cli-town,engine-process}.deep.ts',
];

/** The slow suite: first what counts, then soaks and long measurements, one file at a time. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    reporters: ['default', new TotalsReporter()],
    passWithNoTests: true,
    maxConcurrency: 2,
    testTimeout: 600_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'deep-counts', include: counting, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          include: ['packages/*/test/deep/**/*.deep.ts'],
          exclude: counting,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
