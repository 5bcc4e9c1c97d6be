import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { TextSink } from './progress.ts';

interface ChildContext {
  readonly stderr: TextSink;
  /** Asks the program to stop. */
  readonly signal: AbortSignal;
}

/**
 * Runs a program on this process's terminal, with variables added to the environment. Gives its exit code; as
 * shells do, 128 and the signal's number when a signal ended it, and 127 when it could not start.
 */
export function runChild(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { stderr, signal }: ChildContext,
): Promise<number> {
  return new Promise((resolve) => {
    const isWindows = process.platform === 'win32'; // where npx and other scripts need a shell
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: isWindows,
    });
    // A terminal sends SIGINT to the program itself.
    const stop = (): void => {
      if (signal.reason !== 'SIGINT') child.kill('SIGTERM');
    };
    signal.addEventListener('abort', stop, { once: true });
    const end = (code: number): void => {
      signal.removeEventListener('abort', stop);
      resolve(code);
    };
    child.once('error', (error) => {
      stderr.write(`sandbox: ${program} did not start: ${error.message}\n`);
      end(127);
    });
    child.once('exit', (code, killedBy) => end(code ?? 128 + constants.signals[killedBy ?? 'SIGTERM']));
    if (signal.aborted) stop();
  });
}
