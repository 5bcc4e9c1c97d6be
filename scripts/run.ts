// Starts programs, for scripts and tests.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { root } from './package-entries.ts';

const execute = promisify(execFile);

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends what hangs: a busy machine may take minutes. @defaultValue five minutes */
  readonly timeoutMs?: number;
}

/** Runs a program to its end; a failure shows everything that it printed. */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  try {
    const { stdout } = await execute(program, args, {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: '1', ...options.env },
      timeout: options.timeoutMs ?? 300_000,
      maxBuffer: 16 * 1024 * 1024,
      // npm and npx are batch files there.
      shell: process.platform === 'win32',
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Runs the pnpm of this repository. */
export function runPnpm(args: readonly string[], options: RunOptions): Promise<string> {
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  return run('npx', ['--yes', packageManager, ...args], options);
}
