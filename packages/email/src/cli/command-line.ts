import type { Readable, Writable } from 'node:stream';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The parts of the process that the program uses. */
export interface ProgramContext {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly version: string;
}

/** The command line is wrong: exit code 2. */
export class WrongUsage extends Error {}

const serviceOptions = {
  driver: { type: 'string', short: 'd', multiple: true },
  option: { type: 'string', short: 'o', multiple: true },
  json: { type: 'boolean' },
} as const;

/** The options of all commands that open a driver, as given. */
export interface ServiceValues {
  readonly driver?: readonly string[] | undefined;
  readonly option?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
}

/** The options of a message. */
export const messageOptions = {
  file: { type: 'string', short: 'f' },
  from: { type: 'string' },
  to: { type: 'string', multiple: true },
  cc: { type: 'string', multiple: true },
  bcc: { type: 'string', multiple: true },
  'reply-to': { type: 'string', multiple: true },
  subject: { type: 'string' },
  text: { type: 'string' },
  html: { type: 'string' },
} as const;

/** @throws WrongUsage for unknown or incomplete options, and for a key */
export function parseCommand<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  const names = args.map((arg) => arg.replace(/=.*/s, ''));
  const key = names.find((name) => /^--?(?:k|key|api-?key|token|password|auth|authorization)$/i.test(name));
  if (key !== undefined) throw refusedKey(key);
  try {
    return parseArgs({ args: [...args], options: { ...serviceOptions, ...options }, strict: true }).values;
  } catch (error) {
    // The parser repeats a positional argument, which may be a key.
    if ((error as NodeJS.ErrnoException).code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
      throw new WrongUsage('An argument is not an option. See --help.');
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new WrongUsage(`${problem.replace(/\.$/, '')}. See --help.`);
  }
}

const refusedKey = (name: string) =>
  new WrongUsage(
    `${name} is refused: other users see the arguments of a process, and shells keep them. Set the key in ` +
      'the environment, as RESEND_API_KEY, or the path of a file with it, as RESEND_API_KEY_FILE.',
  );

/** `--option region=eu`: the options of the driver as in code, except those with a secret. */
export function driverOptions(
  { option = [] }: ServiceValues,
  isNumeric: (name: string) => boolean,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    option.map((text) => {
      const [name = '', ...rest] = text.split('=');
      if (/key|password|secret|token|credential|connectionString/i.test(name))
        throw refusedKey(`--option ${name}`);
      const value = rest.join('=');
      if (name === '' || value === '')
        throw new WrongUsage('--option must be name=value, such as region=eu.');
      return [name, typedValue(value, isNumeric(name))];
    }),
  );
}

/** A number in another form than JavaScript's stays a text, which the driver refuses. */
function typedValue(text: string, isNumeric: boolean): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return isNumeric && String(Number(text)) === text ? Number(text) : text;
}

/** A text of others without control characters, which a terminal would act on. */
export const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '');

/** Prints JSON, or the lines of each entry. */
export function print<Entry>(
  { stdout }: Pick<ProgramContext, 'stdout'>,
  { json = false }: ServiceValues,
  entries: readonly Entry[],
  linesOf: (entry: Entry) => readonly string[],
): void {
  const lines = () => entries.flatMap(linesOf).map((line) => `${printable(line)}\n`);
  stdout.write(json ? `${JSON.stringify(entries, undefined, 2)}\n` : lines().join(''));
}

export function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
}
