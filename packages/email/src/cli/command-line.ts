import {
  type OptionKinds,
  type ProgramContext,
  parseOptions,
  refusedSecret,
  WrongUsage,
} from '@org/core/command';

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
export function parseCommand<const Kinds extends OptionKinds>(args: readonly string[], options: Kinds) {
  return parseOptions(
    args,
    { ...serviceOptions, ...options },
    {
      names: /^--?(?:k|key|api-?key|token|password|auth|authorization)$/i,
      advice: keyAdvice,
    },
  );
}

const keyAdvice =
  'Set the key in the environment, as RESEND_API_KEY, or the path of a file with it, as RESEND_API_KEY_FILE.';

/** `--option region=eu`: the options of the driver as in code, except those with a secret. */
export function driverOptions(
  { option = [] }: ServiceValues,
  isNumeric: (name: string) => boolean,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    option.map((text) => {
      const [name = '', ...rest] = text.split('=');
      if (/key|password|secret|token|credential|connectionString/i.test(name))
        throw refusedSecret(`--option ${name}`, keyAdvice);
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

/** Prints JSON, or the lines of each entry. */
export function print<Entry>(
  { stdout }: Pick<ProgramContext, 'stdout'>,
  { json = false }: ServiceValues,
  entries: readonly Entry[],
  linesOf: (entry: Entry) => readonly string[],
): void {
  const lines = () => entries.flatMap(linesOf).map((line) => `${line}\n`);
  stdout.write(json ? `${JSON.stringify(entries, undefined, 2)}\n` : lines().join(''));
}
