#!/usr/bin/env node
import { version } from '../driver/product.ts';
import { runProgram } from './run.ts';

// A reader such as `head` may close the pipe.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

process.exitCode = await runProgram({
  args: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  version,
});
