import { runAdapters } from './adapters.ts';
import { describe, type ProgramContext, printable, WrongUsage } from './command-line.ts';
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
export async function runProgram(context: ProgramContext): Promise<number> {
  const { args, stdout, stderr, version } = context;
  const [name = '', ...rest] = args;
  try {
    if (name === 'help' || args.includes('--help') || args.includes('-h')) stdout.write(usage);
    else if (name === '--version' || name === '-v') stdout.write(`${version}\n`);
    else return await commandOf(name)({ ...context, args: rest });
    return 0;
  } catch (error) {
    stderr.write(`email: ${printable(describe(error))}\n`);
    return error instanceof WrongUsage ? 2 : 1;
  }
}

function commandOf(name: string) {
  const command = commands.get(name);
  if (command !== undefined) return command;
  const problem = name === '' ? 'A command is missing.' : 'The first argument is not a command.';
  throw new WrongUsage(`${problem} Commands: ${[...commands.keys()].join(', ')}. See --help.`);
}
