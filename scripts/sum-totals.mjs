// Prints the failures of several test runs, and the sum of their totals.
// Usage: sum-totals.mjs <file with the totals of the runs> <number of failed runs>
import { readFileSync } from 'node:fs';

const [file = '', endedBadly = '0'] = process.argv.slice(2);
const sum = { passed: 0, failed: 0, skipped: 0 };
let runsWithFailures = 0;
for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
  const { passed, skipped, failures } = JSON.parse(line);
  sum.passed += passed;
  sum.skipped += skipped;
  sum.failed += failures.length;
  if (failures.length > 0) runsWithFailures += 1;
  for (const failure of failures) console.log(`failed: ${failure}`);
}
// A failed run without a failing test stopped elsewhere (types, format, a crash): that counts as a failure
// too.
sum.failed += Math.max(0, Number(endedBadly) - runsWithFailures);
if (sum.skipped > 0) console.log(`skipped: ${sum.skipped}`);
console.log(`tests: ${sum.passed} passed, ${sum.failed} failed`);
