import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { TextSink } from './progress.ts';
import { spawnArguments } from './spawn-arguments.ts';

interface ChildContext {
  readonly stderr: TextSink;
  /** Aborts to stop the program. */
  readonly signal: AbortSignal;
}

/**
 * Runs a program on this terminal, with more environment variables. Resolves with its exit code. As in
 * shells, that is 128 plus the signal's number after a signal, and 127 if the program did not start.
 */
export function runChild(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  { stderr, signal }: ChildContext,
): Promise<number> {
  return new Promise((resolve) => {
    const { file, args, ...verbatim } = spawnArguments(command);
    const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...env }, ...verbatim });
    // The terminal sends SIGINT to the program too.
    const stop = (): void => {
      if (signal.reason !== 'SIGINT') child.kill('SIGTERM');
    };
    signal.addEventListener('abort', stop, { once: true });
    const end = (code: number): void => {
      signal.removeEventListener('abort', stop);
      resolve(code);
    };
    child.once('error', (error) => {
      stderr.write(`sandbox: ${command[0]} could not start: ${error.message}\n`);
      end(127);
    });
    child.once('exit', (code, killedBy) => end(code ?? 128 + constants.signals[killedBy ?? 'SIGTERM']));
    if (signal.aborted) stop();
  });
}
