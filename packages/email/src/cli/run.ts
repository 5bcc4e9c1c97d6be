import { type ProgramContext, runCommand, WrongUsage } from '@org/core/command';
import { runAdapters } from './adapters.ts';
import { runDoctor } from './doctor.ts';
import { runPreview } from './preview.ts';
import { runSend } from './send.ts';
import { usage } from './usage.ts';

const commands: ReadonlyMap<string, (context: ProgramContext) => Promise<number>> = new Map([
  ['doctor', runDoctor],
  ['adapters', runAdapters],
  ['send', runSend],
  ['preview', runPreview],
]);

/** Runs the command. The exit code is 0; 1 if the command failed; 2 for a wrong command line. */
export const runProgram = (context: ProgramContext): Promise<number> =>
  runCommand({ name: 'email', usage }, context, (name, own) => commandOf(name)(own));

function commandOf(name: string) {
  const command = commands.get(name);
  if (command !== undefined) return command;
  const problem = name === '' ? 'A command is missing.' : 'The first argument is not a command.';
  throw new WrongUsage(`${problem} Commands: ${[...commands.keys()].join(', ')}. See --help.`);
}
