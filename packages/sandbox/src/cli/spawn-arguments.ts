import { existsSync } from 'node:fs';
import { win32 } from 'node:path';
import { UsageError } from './usage-error.ts';

export interface SpawnArguments {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows: Node passes the arguments on without quotes of its own. */
  readonly windowsVerbatimArguments?: true;
}

/** The platform of a program, as `process` describes it. */
export interface ProgramPlatform {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
}

/**
 * How to start a program without a shell. On Windows, `npx` and other programs of npm are batch files, which
 * only `cmd.exe` runs: Node refuses them (CVE-2024-27980). Each argument is escaped for it.
 *
 * @throws UsageError for an argument of a batch file with a line break, which cmd.exe cannot take
 */
export function spawnArguments(
  [program = '', ...args]: readonly string[],
  { platform, env, cwd }: ProgramPlatform = process,
  exists: (path: string) => boolean = existsSync,
): SpawnArguments {
  const file = platform === 'win32' ? findProgram(program, env, cwd(), exists) : undefined;
  if (file === undefined || !/\.(?:cmd|bat)$/i.test(file)) return { file: file ?? program, args };
  if (args.some((arg) => /[\r\n]/.test(arg)))
    throw new UsageError(`${program} is a batch file: its arguments cannot have line breaks.`);
  const line = [escapeForCmd(file), ...args.map(escapeArgument)].join(' ');
  return {
    file: variable(env, 'ComSpec') ?? 'cmd.exe',
    args: ['/d', '/v:off', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

// Other types of files need a program that opens them.
const extensions = ['.com', '.exe', '.bat', '.cmd'];

/** The file of a program: its path, or its name in a folder of `Path`, in the order of `PATHEXT`. */
function findProgram(
  program: string,
  env: ProgramPlatform['env'],
  cwd: string,
  exists: (path: string) => boolean,
): string | undefined {
  const order = (variable(env, 'PATHEXT') ?? '').toLowerCase().split(';');
  const known = order.filter((extension) => extensions.includes(extension));
  const endings = extensions.some((extension) => program.toLowerCase().endsWith(extension))
    ? ['']
    : known.length > 0
      ? known
      : extensions;
  const folders = /[\\/]/.test(program) ? [cwd] : (variable(env, 'Path') ?? '').split(';').filter(Boolean);
  return folders
    .flatMap((folder) => endings.map((ending) => win32.resolve(cwd, folder, program + ending)))
    .find(exists);
}

/** A variable of Windows, whose names have any case. */
function variable(env: ProgramPlatform['env'], name: string): string | undefined {
  const key = Object.keys(env).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : env[key];
}

function escapeForCmd(text: string): string {
  return text.replace(/[()[\]%!^"`<>&|;, *?=]/g, '^$&');
}

/**
 * Quotes as C programs read them (Microsoft, "Parsing C command-line arguments"), then carets for `cmd.exe`:
 * twice, as it reads them once in its command, and once where the batch file passes them on with `%*`.
 */
function escapeArgument(arg: string): string {
  const inner = arg.replace(
    /(?<!\\)(\\*)("|$)/g,
    (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'),
  );
  return escapeForCmd(escapeForCmd(`"${inner}"`));
}
