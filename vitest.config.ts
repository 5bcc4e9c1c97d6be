import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import TotalsReporter from './scripts/totals-reporter.ts';

const conditions = ['@org/source', 'node', 'import', 'module', 'default'];

const unit = (name: string) => ({
  extends: true as const,
  root: `packages/${name}`,
  test: { name, include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
});

// Pure functions and servers of their own: their files share a worker, which saves its start.
const httpDrivers = [
  'brevo',
  'elasticemail',
  'generic',
  'mailersend',
  'mailgun',
  'mailjet',
  'postmark',
  'resend',
  'sendgrid',
  'ses',
].map((name) => `test/${name}/**/*.test.ts`);
const email = unit('email');
const core = unit('core');

const realtime = unit('realtime');
const routing = unit('routing');
const routingDrivers = ['generic', 'graphhopper', 'openrouteservice', 'osrm'].map(
  (name) => `test/${name}/**/*.test.ts`,
);
// The files of embedded() start engines and processes.
const routingPure = [
  'src/!(drivers)/**/*.test.ts',
  'src/drivers/!(embedded)/**/*.test.ts',
  ...routingDrivers,
];

export default defineConfig({
  resolve: { conditions },
  // As Node resolves: the files that packages offer to bundlers are not for it.
  ssr: { resolve: { conditions: conditions.filter((condition) => condition !== 'module') } },
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    reporters: ['default', new TotalsReporter()],
    // Many tests wait for sockets, other processes and a browser. The default, one worker less than cores,
    // leaves cores idle.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    // What real sockets and processes do takes as long as the machine lets it.
    expect: { poll: { timeout: 15_000 } },
    sequence: { shuffle: { files: true, tests: true } },
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'lcovonly'],
    },
    projects: [
      { ...core, test: { ...core.test, include: ['test/**/*.test.ts'] } },
      { ...core, test: { ...core.test, name: 'core-units', include: ['src/**/*.test.ts'], isolate: false } },
      { ...email, test: { ...email.test, exclude: httpDrivers } },
      { ...email, test: { name: 'email-drivers', include: httpDrivers, isolate: false } },
      { ...routing, test: { ...routing.test, exclude: routingPure } },
      { ...routing, test: { name: 'routing-drivers', include: routingPure, isolate: false } },
      { ...realtime, test: { ...realtime.test, include: ['test/**/*.test.ts'] } },
      {
        ...realtime,
        test: { ...realtime.test, name: 'realtime-units', include: ['src/**/*.test.ts'], isolate: false },
      },
      unit('sandbox'),
      {
        extends: true,
        test: {
          name: 'repository',
          include: ['test/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['packages/*/test/**/*.test-d.ts'],
            tsconfig: 'tsconfig.types.json',
          },
        },
      },
    ],
  },
});
