import { parseArgs } from 'node:util';
import { oneLine, type ProgramOutput, terminalOutput } from './terminal.ts';

/** The parts of the process that a program uses. @public */
export interface ProgramContext {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<string | Uint8Array>;
  readonly stdout: ProgramOutput;
  readonly stderr: ProgramOutput;
  readonly version: string;
}

/** The command line is wrong: exit code 2. @public */
export class WrongUsage extends Error {}

/** This process. A reader of its output, such as `head`, may close the pipe. @public */
export function processContext(version: string): ProgramContext {
  const { argv, env, stdin, stdout, stderr } = process;
  for (const output of [stdout, stderr]) output.on('error', () => {});
  return { args: argv.slice(2), env, stdin, stdout: terminalOutput(stdout), stderr, version };
}

/**
 * Runs a program of commands: the name of one is the first argument. The exit code is that of `run`;
 * 1 if it throws; 2 for a wrong command line. @public
 */
export async function runCommand(
  program: { readonly name: string; readonly usage: string },
  { args, ...rest }: ProgramContext,
  run: (command: string, context: ProgramContext) => Promise<number>,
): Promise<number> {
  const { stdout, stderr, version } = rest;
  const [command = ''] = args;
  try {
    if (command === 'help' || args.includes('--help') || args.includes('-h')) stdout.write(program.usage);
    else if (command === '--version' || command === '-v') stdout.write(`${version}\n`);
    else return await run(command, { ...rest, args: args.slice(1) });
    return 0;
  } catch (error) {
    stderr.write(`${program.name}: ${describe(error)}\n`);
    return error instanceof WrongUsage ? 2 : 1;
  }
}

/** The message of an error, in one line. @public */
export const describe = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');

/** Kinds of options by their names, as `node:util` reads them. @public */
export type OptionKinds = Readonly<
  Record<
    string,
    { readonly type: 'string' | 'boolean'; readonly short?: string; readonly multiple?: boolean }
  >
>;

/** What was given for each option. @public */
export type OptionValues<Kinds extends OptionKinds> = {
  readonly [Name in keyof Kinds]?: Kinds[Name] extends { readonly type: 'boolean' }
    ? boolean
    : Kinds[Name] extends { readonly multiple: true }
      ? readonly string[]
      : string;
};

/** Options that have no place in arguments, and where they have one. @public */
export interface Refused {
  readonly names: RegExp;
  readonly advice: string;
}

/**
 * The values of options. @public
 *
 * @throws WrongUsage for unknown or incomplete options, and for a secret
 */
export function parseOptions<const Kinds extends OptionKinds>(
  args: readonly string[],
  options: Kinds,
  { names, advice }: Refused,
): OptionValues<Kinds> {
  const secret = args.map((arg) => arg.replace(/=.*/s, '')).find((name) => names.test(name));
  if (secret !== undefined) throw refusedSecret(secret, advice);
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as OptionValues<Kinds>;
  } catch (error) {
    // The parser repeats a positional argument, which may be a secret.
    if ((error as NodeJS.ErrnoException).code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
      throw new WrongUsage('An argument is not an option. See --help.');
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new WrongUsage(`${problem.replace(/\.$/, '')}. See --help.`);
  }
}

/** The error for a secret among the arguments. @public */
export const refusedSecret = (name: string, advice: string): WrongUsage =>
  new WrongUsage(
    `${name} is refused: other users see the arguments of a process, and shells keep them. ${advice}`,
  );
