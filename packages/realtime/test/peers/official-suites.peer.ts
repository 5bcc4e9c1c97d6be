import { afterAll, describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { installOfficialPackages } from './support/official-packages.ts';
import { type OfficialTest, runClientSuite, runServerSuite } from './support/official-suites.ts';
import { installSoketi } from './support/soketi.ts';

// For the next file, because an installation waits for the network. That file reports a failure.
const installing = installSoketi().catch(() => undefined);
afterAll(() => installing, 120_000);

const packages = await obtain('The official packages', installOfficialPackages);

const failures = (tests: readonly OfficialTest[]) => tests.filter(({ status }) => status !== 'passed');

describe.skipIf(packages === undefined)(
  'the suites of the official packages, unchanged, on our server',
  () => {
    it('pusher 5.3.4, tests/remote: 7 tests', async () => {
      const tests = await runServerSuite(packages ?? '');
      expect(failures(tests)).toEqual([]);
      expect(tests).toHaveLength(7);
    });

    // Tests of theirs wait for fixed times: what a busy machine made late is run again.
    it('pusher-js 8.6.0, integration for WebSockets with and without TLS: 64 tests', {
      retry: 1,
      timeout: 180_000,
    }, async () => {
      const tests = await runClientSuite(packages ?? '', 'official');
      expect(failures(tests)).toEqual([]);
      expect(tests).toHaveLength(64);
    });

    it('the same with @org/realtime/pusher-compat as the class, and 25 tests of bind and emit', {
      retry: 1,
      timeout: 180_000,
    }, async () => {
      const tests = await runClientSuite(packages ?? '', 'compat');
      expect(failures(tests)).toEqual([]);
      expect(tests).toHaveLength(89);
    });
  },
);
