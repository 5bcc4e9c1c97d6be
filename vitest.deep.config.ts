import { defineConfig } from 'vitest/config';
import ListedSequencer from './scripts/listed-sequencer.ts';
import TotalsReporter from './scripts/totals-reporter.ts';

const conditions = ['@org/source', 'node', 'import', 'module', 'default'];

// They count what happened, or measure the memory of a process that they start: several at a time. What takes
// longest begins first, so that no core waits for it at the end.
const counting = [
  'test/deep/site.deep.ts',
  'packages/core/test/deep/leaks.deep.ts',
  'packages/email/test/deep/send-each.deep.ts',
  'packages/core/test/deep/properties.deep.ts',
  'packages/email/test/deep/journal.deep.ts',
  'packages/realtime/test/deep/standstill.deep.ts',
  'packages/routing/test/deep/same-answer.deep.ts',
  'packages/routing/test/deep/large-matrix.deep.ts',
  'packages/routing/test/deep/build-map.deep.ts',
  'packages/realtime/test/deep/gapless.deep.ts',
  'packages/realtime/test/deep/channel-sequences.deep.ts',
  'packages/sandbox/test/deep/fuzz.deep.ts',
  'packages/core/test/deep/outage.deep.ts',
  'packages/core/test/deep/limiter-settling.deep.ts',
  'packages/realtime/test/deep/connect-cycles.deep.ts',
  'packages/routing/test/deep/engine-process.deep.ts',
  'packages/realtime/test/deep/{hostile-frames,heal,shared-socket}.deep.ts',
  'packages/routing/test/deep/cli-town.deep.ts',
  'packages/email/test/deep/{refusals,round-trips}.deep.ts',
];

// They measure time, and leave the cores idle while they wait: several at a time, beside nothing that
// computes.
const waiting = [
  'packages/core/test/deep/redis-fleet.deep.ts',
  'packages/core/test/deep/redis-recovery.deep.ts',
  'packages/core/test/deep/deadlines.deep.ts',
  'packages/realtime/test/deep/half-open.deep.ts',
];

// Each computes at times, and waits for seconds between: for the kernel, which has places for fewer
// connections at once, and for pages that are frozen.
const inTurns = [
  'packages/core/test/deep/crowd.deep.ts',
  'packages/realtime/test/deep/chromium.deep.ts',
  'packages/realtime/test/deep/frozen-pages.deep.ts',
];

/** A project of its own for each way to share the machine, in this order. */
const together = (name: string, include: readonly string[], maxWorkers: number, groupOrder: number) => ({
  extends: true as const,
  test: { name, include: [...include], maxWorkers, sequence: { groupOrder } },
});

/** The slow suite: first what counts, then what waits, then soaks and measurements, one file at a time. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    reporters: ['default', new TotalsReporter()],
    passWithNoTests: true,
    maxConcurrency: 2,
    testTimeout: 600_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: ListedSequencer },
    projects: [
      together('deep-counts', counting, 3, 1),
      together('deep-waits', waiting, 3, 2),
      together('deep-turns', inTurns, 2, 3),
      {
        extends: true,
        test: {
          name: 'deep',
          include: ['{packages/*/,}test/deep/**/*.deep.ts'],
          exclude: [...counting, ...waiting, ...inTurns],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
