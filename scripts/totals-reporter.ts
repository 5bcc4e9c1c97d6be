import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line of true totals, after everything else was printed. */
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
    process.once('exit', () => {
      const tail = skipped > 0 ? `, ${skipped} skipped` : '';
      process.stdout.write(`\ntests: ${passed} passed, ${failed} failed${tail}\n`);
    });
  }
}
