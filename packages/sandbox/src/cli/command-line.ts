import { parseArgs } from 'node:util';
import { meantOption } from '@org/core/driver';
import { type Command, type CommandOptions, commonOptions } from './command.ts';
import { UsageError } from './usage-error.ts';

export interface CommandLine {
  /** `undefined` for the whole program. */
  readonly command: Command | undefined;
  readonly options: Readonly<Record<string, string | true>>;
  readonly args: readonly string[];
  readonly program: readonly string[];
}

const programOptions = {
  ...commonOptions,
  version: { type: 'boolean', short: 'v', help: 'print the version' },
} as const satisfies CommandOptions;

/**
 * Reads the arguments after the program's name. Without a command, it is `up`.
 *
 * @throws {UsageError} for an unknown command, and for unknown, missing or extra arguments
 */
export function parseCommandLine(args: readonly string[], commands: readonly Command[]): CommandLine {
  const isProgram = args.length === 1 && ['--help', '-h', '--version', '-v', 'help'].includes(args[0] ?? '');
  if (isProgram) {
    const name = args[0]?.endsWith('v') || args[0] === '--version' ? 'version' : 'help';
    return { command: undefined, options: { [name]: true }, args: [], program: [] };
  }
  const { command, rest } = findCommand(args, commands);
  const end = rest.indexOf('--');
  const { options, positionals } = readOptions(end === -1 ? rest : rest.slice(0, end), command);
  const program = end === -1 ? [] : rest.slice(end + 1);
  if (!options['help']) refuseArguments(command, positionals, end === -1 ? undefined : program);
  return { command, options, args: positionals, program };
}

function findCommand(args: readonly string[], commands: readonly Command[]) {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const words = args.slice(0, firstOption === -1 ? 2 : Math.min(firstOption, 2));
  if (words.length === 0) {
    const command = commands.find(({ name }) => name === 'up');
    if (command === undefined) throw new TypeError('The table has no command "up".');
    return { command, rest: args };
  }
  for (const count of [2, 1]) {
    const wanted = words.slice(0, count).join(' ');
    const command = commands.find(({ name }) => name === wanted);
    if (command !== undefined) return { command, rest: args.slice(wanted.split(' ').length) };
  }
  throw new UsageError(describeUnknown(words, commands));
}

function describeUnknown([first = '', second]: readonly string[], commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name);
  const inGroup = names
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => name.split(' ')[1] ?? '');
  if (inGroup.length > 0) {
    const meant = second === undefined ? undefined : meantOption(second, inGroup);
    if (meant !== undefined) return unknown(`${first} ${second}`, `${first} ${meant}`);
    return `"${first}" needs one of: ${inGroup.join(', ')}.`;
  }
  const meant = meantOption(first, [...new Set(names.map((name) => name.split(' ')[0] ?? ''))]);
  return unknown(first, meant);
}

function unknown(found: string, meant: string | undefined): string {
  const hint = meant === undefined ? 'See "sandbox --help".' : `Did you mean "${meant}"?`;
  return `"${found}" is not a command. ${hint}`;
}

function readOptions(args: readonly string[], { name, options }: Command) {
  const known: CommandOptions = name === 'up' ? { ...options, ...programOptions } : options;
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(known).map(([each, { type, short }]) => [each, { type, ...(short && { short }) }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | true> = {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (option === undefined) throw new UsageError(describeUnknownOption(token.rawName, known));
    if (option.type === 'boolean') {
      if (token.value !== undefined) throw new UsageError(`--${token.name} takes no value.`);
      values[token.name] = true;
    } else {
      if (token.value === undefined || (!token.inlineValue && token.value.startsWith('-')))
        throw new UsageError(`--${token.name} needs a value: --${token.name} ${option.value ?? '<value>'}.`);
      values[token.name] = token.value;
    }
  }
  return { options: values, positionals };
}

function describeUnknownOption(found: string, known: CommandOptions): string {
  const meant = meantOption(found, Object.keys(known));
  return `Unknown option ${found}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`;
}

function refuseArguments(
  { name, usage, minArgs, maxArgs, hasProgram = false }: Command,
  args: readonly string[],
  program: readonly string[] | undefined,
): void {
  const form = `sandbox ${name} ${usage}`.trimEnd();
  const extra = args[maxArgs];
  if (extra !== undefined) {
    const separator = hasProgram && program === undefined ? ' A program follows after "--".' : '';
    throw new UsageError(`"${extra}" is one argument too many.${separator} Use: ${form}`);
  }
  if (args.length < minArgs) throw new UsageError(`An argument is missing. Use: ${form}`);
  if (hasProgram && !program?.length) throw new UsageError(`The program is missing. Use: ${form}`);
  if (!hasProgram && program !== undefined)
    throw new UsageError(
      `"${name}" runs no program. Use: sandbox exec -- ${program.join(' ') || 'node app.mts'}`,
    );
}
