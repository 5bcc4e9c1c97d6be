#!/usr/bin/env node
import { isatty } from 'node:tty';
import { terminalOutput } from '@org/core/command';
import { runProgram } from './cli/run.ts';

declare const __PACKAGE_VERSION__: string | undefined;

const stop = new AbortController();
const maxClosingMs = 4000;

// The first signal stops the services, the second ends the process at once.
const onSignal = (signal: NodeJS.Signals): void => {
  if (stop.signal.aborted) process.exit(130);
  stop.abort(signal);
};
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
// The reader may close the pipe of the output. The services keep running.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

process.exitCode = await runProgram({
  args: process.argv.slice(2),
  // A pipe is left to the program of `exec`.
  stdin: isatty(0) ? process.stdin : undefined,
  stdout: terminalOutput(process.stdout),
  stderr: process.stderr,
  version: typeof __PACKAGE_VERSION__ === 'string' ? __PACKAGE_VERSION__ : 'from source',
  signal: stop.signal,
  onClosing: () => setTimeout(() => process.exit(1), maxClosingMs).unref(),
});
