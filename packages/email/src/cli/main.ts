#!/usr/bin/env node
import { processContext } from '@org/core/command';
import { version } from '../driver/product.ts';
import { runProgram } from './run.ts';

process.exitCode = await runProgram(processContext(version));
