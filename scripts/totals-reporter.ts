import { appendFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends the run with one plain line of totals, after all other output. With `TEST_TOTALS_FILE`, the run is
 * one of several: its totals are appended to that file as one line of JSON, for `scripts/sum-totals.mjs`.
 */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(files: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<SerializedError>): void {
    let passed = 0;
    let failed = unhandled.length;
    let skipped = 0;
    for (const file of files) {
      let bad = 0;
      for (const test of file.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') bad += 1;
        else skipped += 1;
      }
      // A file that could not even be collected has no tests to count: it counts once.
      failed += bad === 0 && !file.ok() ? 1 : bad;
    }
    const totalsFile = process.env['TEST_TOTALS_FILE'];
    if (totalsFile) appendFileSync(totalsFile, `${JSON.stringify({ passed, failed, skipped })}\n`);
    process.once('exit', () => {
      const notes = skipped > 0 ? `skipped: ${skipped}\n` : '';
      const name = totalsFile ? 'this run' : 'tests';
      process.stdout.write(`\n${notes}${name}: ${passed} passed, ${failed} failed\n`);
    });
  }
}
