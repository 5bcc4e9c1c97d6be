import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CommandOptions, Invocation } from './command.ts';
import type { DescribedSandbox } from './summary.ts';
import { CommandError } from './usage-error.ts';

/**
 * Runs `sandbox up --json` with the same options in the background. Resolves with the line that it prints
 * when it is ready.
 *
 * @throws {CommandError} if it ends before
 */
export async function startDetached<Options extends CommandOptions>({
  options,
  stderr,
  signal,
}: Pick<Invocation<Options>, 'options' | 'stderr' | 'signal'>): Promise<DescribedSandbox> {
  const [, program = ''] = process.argv;
  const given = Object.entries({ ...options, json: true })
    .filter(([name]) => name !== 'detach')
    .map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`));
  const child = spawn(process.execPath, [...process.execArgv, program, 'up', ...given], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const stop = () => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  let line = '';
  child.stderr.on('data', (text) => stderr.write(String(text)));
  const ready = (async () => {
    for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
      line += String(text);
      if (line.endsWith('\n')) return;
    }
  })();
  await Promise.race([ready, once(child, 'exit')]);
  signal.removeEventListener('abort', stop);
  if (!line.endsWith('\n')) {
    signal.throwIfAborted();
    await once(child, 'close').catch(() => {});
    throw new CommandError('The sandbox did not start.');
  }
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  return JSON.parse(line) as DescribedSandbox;
}
