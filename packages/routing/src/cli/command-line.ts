import { extname } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Avoid } from '../model/engine/capabilities.ts';
import { avoidFeatures } from '../model/travel/avoid.ts';
import type { Profile } from '../model/travel/profile.ts';
import { routingProfiles } from '../model/travel/profiles.ts';
import { usageError } from './cli-error.ts';

/** The options of all commands that ask an engine. */
export const engineOptions = {
  profile: { type: 'string', short: 'p', default: 'driving' },
  avoid: { type: 'string' },
  driver: { type: 'string', short: 'd' },
  'base-url': { type: 'string' },
  'dangerously-allow-http': { type: 'boolean' },
  format: { type: 'string', short: 'f' },
  output: { type: 'string', short: 'o' },
  svg: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

/** The options of all commands that read a file of places or a track. */
export const fileOptions = {
  'lon-column': { type: 'string' },
  'lat-column': { type: 'string' },
  'label-column': { type: 'string' },
  'skip-invalid': { type: 'boolean' },
} as const;

type ValuesOf<Options extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ options: Options }>
>['values'];

/** The options of a file, as given. */
export type FileValues = ValuesOf<typeof fileOptions>;

/** The options of all commands that ask an engine, as given. */
export type EngineValues = ValuesOf<typeof engineOptions>;

/** @throws CliError for unknown or incomplete options, and for a key */
export function parseCommand<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  refuseKeys(args);
  // A longitude in the west begins like an option. A space before it is not a part of a number.
  const spaced = args.map((arg) => (/^-[\d.]/.test(arg) ? ` ${arg}` : arg));
  try {
    return parseArgs({ args: spaced, options, strict: true, allowPositionals: true });
  } catch (error) {
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw usageError(`${problem.replace(/\.$/, '')}. See --help.`);
  }
}

// Their values are never printed.
function refuseKeys(args: readonly string[]): void {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  const option = options.find((arg) => /^--?(?:k|key|api-?key|token|auth|authorization)(?:=|$)/i.test(arg));
  if (option === undefined) return;
  throw usageError(
    `${option.replace(/=.*/s, '')} is refused: other users see the arguments of a process, and shells keep ` +
      'them. Set the key in the environment, as OPENROUTESERVICE_API_KEY, or the path of a file with ' +
      'it, as OPENROUTESERVICE_API_KEY_FILE. The names for other engines are in --help.',
  );
}

/** The value of an option that is one of some words. */
export function oneOf<Word extends string>(
  option: string,
  value: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = words.find((each) => each === value);
  if (word === undefined) throw usageError(`${option} must be one of ${words.join(', ')}.`);
  return word;
}

/** The values of an option with a list. */
export function listOf<Word extends string>(
  option: string,
  value: string | undefined,
  words: readonly Word[],
): Word[] | undefined {
  return value?.split(',').flatMap((each) => oneOf(option, each.trim(), words) ?? []);
}

export function positiveNumber(option: string, text: string): number {
  const value = /^(?:\d*\.)?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value > 0))
    throw usageError(
      `${option} must be positive numbers, such as 300,600: seconds, or metres with --distance.`,
    );
  return value;
}

export function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw usageError(`${option} must be a whole number.`);
  return Number(text);
}

/** The common part of the requests of all commands. */
export function travelOf({ profile, avoid }: EngineValues): { profile: Profile; avoid?: Avoid } {
  const features = listOf('--avoid', avoid, avoidFeatures);
  return {
    profile: oneOf('--profile', profile, routingProfiles) ?? 'driving',
    ...(features && { avoid: { features } }),
  };
}

/** The format that `--format` names, else the extension of the output. */
export function formatOf<Format extends string>(
  { format, output = '-', 'dry-run': isPlan = false }: Pick<EngineValues, 'format' | 'output' | 'dry-run'>,
  formats: readonly [Format, ...Format[]],
): Format {
  const named = oneOf('--format', format, formats);
  const extension = extname(output).slice(1).toLowerCase();
  if (named !== undefined || extension === '' || isPlan) return named ?? formats[0];
  const known = formats.find((each) => each === (extension === 'txt' ? 'text' : extension));
  if (known !== undefined) return known;
  throw usageError(
    `--output ${output}: .${extension} is not a format of this command. ` +
      `Choose one of ${formats.join(', ')} as the extension, or with --format.`,
  );
}
