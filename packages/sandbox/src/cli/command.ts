import type { TextSink } from './progress.ts';

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** One letter. */
  readonly short?: string;
  /** The name of the value in the help: `<port>`. */
  readonly value?: string;
  readonly help: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The given options by name, of unknown or of defined options. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]?: Options[Name]['type'] extends 'boolean'
    ? true
    : 'boolean' extends Options[Name]['type']
      ? string | true
      : string;
};

/** The parts of the process that a command uses. */
export interface ProgramContext {
  /** Answers questions, if it is a terminal. */
  readonly stdin?: (NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }) | undefined;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly version: string;
  /** Aborts when the process receives a signal to stop. The reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Called before the services close. */
  readonly onClosing?: () => void;
}

/** A parsed command line. */
export interface Invocation<Options extends CommandOptions = CommandOptions> extends ProgramContext {
  readonly options: OptionValues<Options & typeof commonOptions>;
  /** The arguments without options. */
  readonly args: readonly string[];
  /** The arguments after `--`. */
  readonly program: readonly string[];
}

export interface CommandDefinition<Options extends CommandOptions> {
  /** One or two words: `up`, `mail list`. */
  readonly name: string;
  /** The arguments in the help: `<file>`, or `-- <program> [arguments]`. */
  readonly usage?: string;
  /** One line of the list of commands. */
  readonly summary: string;
  /** More lines of its own help. */
  readonly details?: string;
  readonly options?: Options;
  /** The most arguments without options. @default 0 */
  readonly maxArgs?: number;
  readonly minArgs?: number;
  /** Whether a program follows after `--`. */
  readonly hasProgram?: boolean;
  /**
   * Runs the command. Resolves with the exit code, or without a value for 0.
   *
   * @throws {UsageError} for exit code 2, {CommandError} for 1
   */
  run(invocation: Invocation<Options>): Promise<number> | Promise<void>;
}

export type Command = Required<Pick<CommandDefinition<CommandOptions>, 'usage' | 'minArgs' | 'maxArgs'>> &
  Pick<CommandDefinition<CommandOptions>, 'name' | 'summary' | 'details' | 'hasProgram'> & {
    readonly options: CommandOptions;
    run(invocation: Invocation): Promise<number | undefined>;
  };

/** The options of every command. */
export const commonOptions = {
  json: { type: 'boolean', help: 'print JSON' },
  help: { type: 'boolean', short: 'h', help: 'print this text' },
} as const satisfies CommandOptions;

/** A command for the table in `command-table.ts`. Its file is `commands/<name>.ts`. */
export function defineCommand<const Options extends CommandOptions = Record<never, never>>(
  definition: CommandDefinition<Options>,
): Command {
  const { options, usage = '', minArgs = 0, maxArgs = minArgs, run, ...rest } = definition;
  return {
    ...rest,
    usage,
    minArgs,
    maxArgs,
    options: { ...options, ...commonOptions },
    // The parser checks names and types of the options.
    run: run as Command['run'],
  };
}

/** Prints one line of JSON with `--json`, otherwise the text. */
export function print({ stdout, options }: Invocation, json: unknown, text: string): void {
  stdout.write(options['json'] ? `${JSON.stringify(json)}\n` : text);
}
