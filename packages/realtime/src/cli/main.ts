#!/usr/bin/env node
import { version } from '../internal/product.ts';
import { runProgram } from './run.ts';

// A reader such as `head` may close the pipe.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const { env, stdout, stderr } = process;
process.exitCode = await runProgram({ args: process.argv.slice(2), env, stdout, stderr, version });
