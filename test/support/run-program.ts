import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

interface Settings {
  /** The environment: of the machine's own, only what a process needs. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

/** A program of sources as a process, until the test ends. */
export function startProgram(
  program: string,
  args: readonly string[],
  { env = {}, input = '' }: Settings = {},
) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--conditions=@org/source', program, ...args], {
    stdio: 'pipe',
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk) => {
      printed[name] += chunk;
    });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, ...printed }));
  return { child, exit };
}
