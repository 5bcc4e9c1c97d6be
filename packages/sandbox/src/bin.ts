#!/usr/bin/env node
import { runProgram } from './cli/run.ts';

declare const __PACKAGE_VERSION__: string | undefined;

const stop = new AbortController();
const patienceMs = 4000;

// The first signal asks politely, the second insists; what hangs does not hold the process longer than `patienceMs`.
const onSignal = (): void => {
  if (stop.signal.aborted) process.exit(130);
  stop.abort(new Error('The sandbox was asked to stop.'));
  setTimeout(() => process.exit(1), patienceMs).unref();
};
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
// Whoever read the output may close the pipe; the services go on.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

process.exitCode = await runProgram({
  args: process.argv.slice(2),
  stdout: process.stdout,
  stderr: process.stderr,
  version: typeof __PACKAGE_VERSION__ === 'string' ? __PACKAGE_VERSION__ : 'from source',
  signal: stop.signal,
});
