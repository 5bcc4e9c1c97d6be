#!/usr/bin/env node
import { processContext } from '@org/core/command';
import { runProgram } from './run.ts';

declare const __PACKAGE_VERSION__: string | undefined;

const stop = new AbortController();
const maxClosingMs = 4000;

// The first signal ends the requests, the second one the process.
const onSignal = (signal: NodeJS.Signals): void => {
  if (stop.signal.aborted) process.exit(130);
  stop.abort(signal);
  setTimeout(() => process.exit(130), maxClosingMs).unref();
};
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
// A reader such as `head` may close the pipe. Further requests would be for nobody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') stop.abort('EPIPE');
});

const version = typeof __PACKAGE_VERSION__ === 'string' ? __PACKAGE_VERSION__ : 'from source';
process.exitCode = await runProgram({ ...processContext(version), signal: stop.signal });
