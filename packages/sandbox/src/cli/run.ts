import { printable } from '@org/core/command';
import type { ProgramContext } from './command.ts';
import { parseCommandLine } from './command-line.ts';
import { commands } from './command-table.ts';
import { renderCommandHelp, renderHelp } from './help.ts';
import { CommandError, UsageError } from './usage-error.ts';

/**
 * Runs a command. The exit code is 0; 1 if it failed; 2 for an invalid command line; or that of `exec`'s
 * program.
 */
export async function runProgram({
  args,
  ...context
}: ProgramContext & { readonly args: readonly string[] }): Promise<number> {
  const { stdout, stderr, version, signal } = context;
  try {
    const { command, ...line } = parseCommandLine(args, commands);
    if (line.options['version']) stdout.write(`${version}\n`);
    else if (command === undefined) stdout.write(renderHelp(commands));
    else if (line.options['help']) stdout.write(renderCommandHelp(command));
    else return (await command.run({ ...context, ...line })) ?? 0;
    return 0;
  } catch (error) {
    const isUsage = UsageError.isInstance(error);
    if (!isUsage && signal.aborted) return 130;
    if (!isUsage && !CommandError.isInstance(error)) throw error;
    stderr.write(`sandbox: ${printable(error.message)}\n`);
    return isUsage ? 2 : 1;
  }
}
