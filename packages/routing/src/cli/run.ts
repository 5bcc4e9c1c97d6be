import { constants } from 'node:os';
import { isOrgError } from '@org/core';
import { CliError, usageError } from './cli-error.ts';
import { note, type ProgramContext } from './context.ts';
import { withFileOptions } from './file-options.ts';
import { type CommandName, isCommand, usageOf } from './usage.ts';

// The only place that loads code later: a program loads its command alone.
const commands: Readonly<Record<CommandName, (context: ProgramContext) => Promise<void>>> = {
  directions: async (context) => (await import('./directions.ts')).runDirections(context),
  isochrones: async (context) => (await import('./isochrones.ts')).runIsochrones(context),
  matrix: async (context) => (await import('./matrix.ts')).runMatrix(context),
  match: async (context) => (await import('./match.ts')).runMatch(context),
  'map build': async (context) => (await import('./map-build.ts')).runMapBuild(context),
};

/**
 * Runs the command. The exit code is 0; 1 if the command failed; 2 for a wrong command line; 128 plus the
 * signal's number after a signal.
 */
export async function runProgram(context: ProgramContext): Promise<number> {
  const { signal } = context;
  try {
    await dispatch(context);
    return 0;
  } catch (error) {
    if (signal.reason === 'EPIPE' || codeOf(error) === 'EPIPE') return 0;
    if (signal.aborted) return 128 + (signal.reason === 'SIGTERM' ? constants.signals.SIGTERM : 2);
    note(context, describe(error));
    return CliError.isInstance(error) ? error.exitCode : 1;
  }
}

async function dispatch(context: ProgramContext): Promise<void> {
  const { args, stdout, version } = context;
  const isHelp = args[0] === 'help';
  const words = isHelp ? args.slice(1) : args;
  const { name, rest } = commandOf(words);
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  const asks = (...names: string[]) => options.some((option) => names.includes(option));
  if (isHelp || asks('--help', '-h')) stdout.write(usageOf(words[0] === 'map' ? 'map build' : name));
  else if (name !== undefined) await commands[name]({ ...context, args: rest });
  else if (asks('--version', '-v')) stdout.write(`${version}\n`);
  else throw usageError(`${problemOf(args)} Commands: ${Object.keys(commands).join(', ')}. See --help.`);
}

function commandOf(args: readonly string[]): { name: CommandName | undefined; rest: readonly string[] } {
  const words = args[0] === 'map' ? 2 : 1;
  const name = args.slice(0, words).join(' ');
  return isCommand(name) ? { name, rest: args.slice(words) } : { name: undefined, rest: args };
}

function problemOf([first]: readonly string[]): string {
  if (first === undefined) return 'A command is missing.';
  return first === 'map' ? 'The command is "map build".' : 'The first argument is not a command.';
}

function describe(error: unknown): string {
  if (CliError.isInstance(error)) return error.message;
  const { path } = Object(error) as { readonly path?: unknown };
  const reason = fileProblems[codeOf(error) ?? ''];
  if (typeof path === 'string' && reason !== undefined) return `${path}: ${reason}.`;
  if (isOrgError(error)) return withCliOptions(error.message);
  return error instanceof Error ? error.message : String(error);
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'is a folder',
  EACCES: 'may not be opened',
  ENOSPC: 'the disk is full',
};

// Messages name options as in code.
function withCliOptions(message: string): string {
  return withFileOptions(message)
    .replaceAll('dangerouslyAllowHttp: true', '--dangerously-allow-http')
    .replaceAll(/set, in code, baseUrl: process\.env\.\w+/g, 'use --base-url, which sends no key');
}

function codeOf(error: unknown): string | undefined {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
