import { createInterface } from 'node:readline';
import type { ProgramContext } from '../command.ts';
import { engineCommand, enginePackage } from './install-engine.ts';
import type { ProjectManager } from './package-manager.ts';

/** Whether the user at the terminal wants the engine installed; `undefined` where nobody can answer. */
export async function askToInstall(
  project: ProjectManager,
  { stdin, stderr, signal }: Pick<ProgramContext, 'stdin' | 'stderr' | 'signal'>,
): Promise<boolean | undefined> {
  const isAutomated = !['', 'false', undefined].includes(process.env['CI']);
  if (!stdin?.isTTY || !stderr.isTTY || isAutomated) return undefined;
  signal.throwIfAborted();
  const { name, megabytes } = enginePackage;
  // Not in raw mode: Ctrl+C stays a signal.
  const lines = createInterface({ input: stdin, terminal: false });
  const abort = () => lines.close();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve('no'));
      stderr.write(
        `sandbox: The routing service needs the map engine ${name}, ${megabytes} MB.\n` +
          `Install it in ${project.folder}?\n  ${engineCommand(project).join(' ')}\n[Y/n] `,
      );
    });
    signal.throwIfAborted();
    return /^(?:y|yes)?$/i.test(answer.trim());
  } finally {
    signal.removeEventListener('abort', abort);
    lines.close();
    stdin.pause();
  }
}
