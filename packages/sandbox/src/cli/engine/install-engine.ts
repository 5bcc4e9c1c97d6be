import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProgramContext } from '../command.ts';
import { createProgressLine } from '../progress.ts';
import { spawnArguments } from '../spawn-arguments.ts';
import { CommandError } from '../usage-error.ts';
import { installCommand, type ProjectManager } from './package-manager.ts';

/** The package of the map engine, in the version that the sandbox is tested with. */
export const enginePackage = { name: '@valhallajs/valhallajs', version: '3.6.1', megabytes: 280 } as const;

/** `npm install --save-dev …`, as the project's package manager has it. */
export const engineCommand = (project: ProjectManager): readonly string[] =>
  installCommand(project, `${enginePackage.name}@${enginePackage.version}`);

/**
 * Installs the engine in a project. On a terminal it shows the progress.
 *
 * @throws {CommandError} if the package manager fails, the signal's reason on abort
 */
export async function installEngine(
  project: ProjectManager,
  { stderr, signal }: Pick<ProgramContext, 'stderr' | 'signal'>,
): Promise<void> {
  signal.throwIfAborted();
  const command = engineCommand(project);
  const { file, args, ...verbatim } = spawnArguments(command);
  const child = spawn(file, args, { cwd: project.folder, stdio: ['ignore', 'pipe', 'pipe'], ...verbatim });
  let output = '';
  const keep = (text: Buffer): void => {
    output = (output + String(text)).slice(-maxOutput);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  // The terminal sends SIGINT to the package manager too, which then removes what it has written.
  const stop = (): void => {
    if (signal.reason !== 'SIGINT') child.kill('SIGTERM');
  };
  signal.addEventListener('abort', stop, { once: true });
  const progress = createProgressLine(stderr);
  const ended = once(child, 'close').then(
    ([code]) => (code === 0 ? undefined : `It ended with code ${code}.\n${output.trim()}`),
    (error: Error) => `It could not start: ${error.message}.`,
  );
  const startedAt = performance.now();
  try {
    while ((await Promise.race([ended, pause(tickMs, 'running')])) === 'running') {
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const done = stderr.isTTY ? await megabytesIn(join(project.folder, 'node_modules')) : 0;
      const size = done === 0 ? '' : `${Math.min(done, enginePackage.megabytes)} of `;
      const work = `installs the map engine: ${size}${enginePackage.megabytes} MB, ${seconds} s`;
      progress.say(`${project.name} ${signal.aborted ? 'removes what it has unpacked' : work}`);
    }
  } finally {
    progress.clear();
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  const failure = await ended;
  if (failure === undefined) return;
  throw new CommandError(
    `The map engine was not installed: ${command.join(' ')}\n${failure}\n` +
      'Run it yourself, or start without the routing service: --no-routing',
  );
}

const tickMs = 300;
const maxOutput = 2000;

/** The size of the engine's package so far. 0 for package managers that unpack it elsewhere. */
async function megabytesIn(modules: string): Promise<number> {
  const folder = join(modules, enginePackage.name);
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map((entry) =>
      stat(join(folder, entry)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0, // moved in the meantime
      ),
    ),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6);
}
