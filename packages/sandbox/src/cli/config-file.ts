import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import type { SandboxConfig } from '../config.ts';
import type { SandboxOptions } from '../sandbox.ts';
import { CommandError } from './usage-error.ts';

/** The names of the configuration file, the first one wins. */
const configFiles = ['ts', 'js', 'mjs', 'json'].map((ending) => `sandbox.config.${ending}`);

const configNames: OptionNames<SandboxConfig> = {
  mail: 0,
  routing: 0,
  realtime: 0,
  page: 0,
  seed: 0,
  host: 0,
  allowedHosts: 0,
  token: 0,
  tls: 0,
};

/** The options of the command line for the file. */
export interface ConfigChoice {
  readonly config?: string;
  readonly 'no-config'?: true;
}

/** The file of `--config`, or of the working directory. */
export async function findConfigFile(options: ConfigChoice): Promise<string | undefined> {
  return options['no-config'] ? undefined : (options.config ?? (await findConfig()));
}

/**
 * The configuration of `--config`, or of the working directory. A module is loaded once for each `version`.
 *
 * @throws {CommandError} for a file that cannot be read, and for an unknown name in it
 */
export async function readConfig(options: ConfigChoice, version?: number): Promise<SandboxConfig> {
  const found = await findConfigFile(options);
  if (found === undefined) return {};
  try {
    const config = await load(resolve(found), version);
    if (typeof config !== 'object' || config === null || Array.isArray(config))
      throw new TypeError('Its default export is not an object.');
    refuseUnknown(config, configNames, 'It', meantOption);
    return config;
  } catch (cause) {
    throw new CommandError(`${found}: ${describe(cause)}`, { cause });
  }
}

/** The options of the command line go before those of the file. */
export function mergeConfig(config: SandboxConfig, given: SandboxOptions): SandboxOptions {
  const merge = <Part extends object>(file: Part | false | undefined, line: Part | false | undefined) => {
    if (line === false) return false;
    if (file === false) return line === undefined || isEmpty(line) ? false : line;
    return { ...file, ...line } as Part;
  };
  const { mail: ofFile } = config;
  const mail = merge(ofFile, given.mail);
  const smtp = { ...(ofFile ? ofFile.smtp : {}), ...(given.mail ? given.mail.smtp : {}) };
  return {
    ...config,
    ...given,
    page: merge(config.page, given.page),
    mail: mail && { ...mail, ...(!isEmpty(smtp) && { smtp }) },
    routing: merge(config.routing, given.routing),
    realtime: merge(config.realtime, given.realtime),
  };
}

/** Whether it says nothing. */
function isEmpty(options: object): boolean {
  return Object.values(options).every((value) => typeof value === 'object' && isEmpty(value));
}

async function findConfig(): Promise<string | undefined> {
  for (const name of configFiles) {
    if (
      await access(name).then(
        () => true,
        () => false,
      )
    )
      return name;
  }
  return undefined;
}

async function load(file: string, version?: number): Promise<SandboxConfig> {
  if (file.endsWith('.json')) return JSON.parse(await readFile(file, 'utf8')) as SandboxConfig;
  const suffix = version === undefined ? '' : `?version=${version}`;
  const module = (await import(pathToFileURL(file).href + suffix)) as { readonly default?: SandboxConfig };
  return module.default as SandboxConfig;
}

function describe(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return `TypeScript needs Node 22.18 or newer, not ${process.versions.node}. Use .mjs or .json instead.`;
  return message ?? String(cause);
}
