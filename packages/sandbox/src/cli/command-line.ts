import { parseArgs } from 'node:util';
import type { SandboxOptions } from '../sandbox.ts';
import { UsageError } from './usage-error.ts';

/** A parsed command line. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'start'; readonly output: 'summary' | 'env' | 'json'; readonly options: SandboxOptions }
  | { readonly kind: 'exec'; readonly program: readonly string[]; readonly options: SandboxOptions };

const options = {
  'page-port': { type: 'string' },
  'mail-port': { type: 'string' },
  'smtp-port': { type: 'string' },
  'routing-port': { type: 'string' },
  'realtime-port': { type: 'string' },
  osm: { type: 'string' },
  'rate-limit': { type: 'string' },
  strict: { type: 'boolean' },
  'no-mail': { type: 'boolean' },
  'no-routing': { type: 'boolean' },
  'no-realtime': { type: 'boolean' },
  'no-page': { type: 'boolean' },
  env: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** The options that need a service, with the option that disables it. */
const partOf = {
  'page-port': 'no-page',
  'mail-port': 'no-mail',
  'smtp-port': 'no-mail',
  strict: 'no-mail',
  'routing-port': 'no-routing',
  osm: 'no-routing',
  'realtime-port': 'no-realtime',
} as const;

/**
 * Reads the arguments after the program's name.
 *
 * @throws {UsageError} for unknown, invalid or conflicting arguments
 */
export function parseCommandLine(args: readonly string[]): Command {
  const end = args.indexOf('--');
  const { values, positionals } = readValues(end === -1 ? args : args.slice(0, end));
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  if (values.env && values.json) throw new UsageError('--env and --json cannot be combined.');
  refuseOrphans(values);
  if (positionals.length > 0 || end !== -1) {
    const program = end === -1 ? [] : args.slice(end + 1);
    refuseUnlikeExec(values, positionals, program);
    return { kind: 'exec', program, options: convertToOptions(values) };
  }
  const output = values.env ? 'env' : values.json ? 'json' : 'summary';
  return { kind: 'start', output, options: convertToOptions(values) };
}

type Values = ReturnType<typeof readValues>['values'];

function readValues(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function refuseUnlikeExec(
  { env, json }: Values,
  positionals: readonly string[],
  program: readonly string[],
): void {
  const [first = '', ...rest] = positionals;
  if (first !== 'exec' || rest.length > 0 || program.length === 0) {
    const found = positionals.join(' ') || '--';
    throw new UsageError(`"${found}" is not a command. To run a program: sandbox exec -- node app.ts`);
  }
  if (env || json) throw new UsageError('exec has no output of its own: remove --env and --json.');
}

function refuseOrphans(values: Values): void {
  for (const [name, without] of Object.entries(partOf) as [keyof typeof partOf, keyof Values][]) {
    if (values[name] !== undefined && values[without]) {
      throw new UsageError(`--${name} cannot be combined with --${without}.`);
    }
  }
  if (values['no-mail'] && values['no-routing'] && values['no-realtime']) {
    throw new UsageError('All services are disabled: remove one of --no-mail, --no-routing, --no-realtime.');
  }
}

function convertToOptions(values: Values): SandboxOptions {
  const rateLimit = readRateLimit(values['rate-limit']);
  const limited = rateLimit && { rateLimit };
  return {
    page: values['no-page'] ? false : { ...readPort(values, 'page-port') },
    mail: values['no-mail']
      ? false
      : {
          ...readPort(values, 'mail-port'),
          smtp: { ...readPort(values, 'smtp-port') },
          ...(values.strict && { strict: true }),
          ...limited,
        },
    routing: values['no-routing']
      ? false
      : {
          ...readPort(values, 'routing-port'),
          ...(values.osm !== undefined && { osmFile: readPath(values.osm) }),
          ...limited,
        },
    realtime: values['no-realtime'] ? false : { ...readPort(values, 'realtime-port'), ...limited },
  };
}

function readPort(values: Values, name: keyof Values): { readonly port?: number } {
  const text = values[name];
  if (text === undefined) return {};
  const port = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--${name} must be a port from 0 to 65535, not "${text}".`);
  return { port };
}

function readPath(path: string): string {
  if (path === '') throw new UsageError('--osm needs the path of a .osm.pbf file.');
  return path;
}

const windows = { second: 1000, minute: 60_000, hour: 3_600_000 } as const;

function readRateLimit(
  text: string | undefined,
): { readonly limit: number; readonly windowMs: number } | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})\/(second|minute|hour)$/.exec(text) ?? [];
  const limit = Number(count);
  if (!(limit >= 1)) throw new UsageError(`--rate-limit must look like 100/minute, not "${text}".`);
  return { limit, windowMs: windows[unit as keyof typeof windows] };
}
