import { appendFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Where the test is, and the beginning of what it says. */
function describeFailure(file: TestModule, test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const message = (error?.message ?? 'no message').replaceAll(/\s+/g, ' ');
  return `${file.relativeModuleId} > ${test.fullName}: ${message.slice(0, 300)}`;
}

/**
 * Ends the run with one plain line of totals, after all other output. With `TEST_TOTALS_FILE`, the run is
 * one of several: its totals and its failures are appended to that file as one line of JSON, for
 * `scripts/sum-totals.mjs`.
 */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(files: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<SerializedError>): void {
    let passed = 0;
    let skipped = 0;
    const failures = unhandled.map(({ message }) => `outside of a test: ${message}`);
    for (const file of files) {
      const before = failures.length;
      for (const test of file.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failures.push(describeFailure(file, test));
        else skipped += 1;
      }
      // A file that could not even be collected has no tests to count: it counts once.
      if (failures.length === before && !file.ok()) {
        failures.push(`${file.relativeModuleId}: failed outside of its tests`);
      }
    }
    const totalsFile = process.env['TEST_TOTALS_FILE'];
    if (totalsFile) appendFileSync(totalsFile, `${JSON.stringify({ passed, skipped, failures })}\n`);
    process.once('exit', () => {
      const notes = skipped > 0 ? `skipped: ${skipped}\n` : '';
      const name = totalsFile ? 'this run' : 'tests';
      process.stdout.write(`\n${notes}${name}: ${passed} passed, ${failures.length} failed\n`);
    });
  }
}
