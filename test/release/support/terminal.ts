import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { RunOptions } from '../../../scripts/run.ts';

/** Types the keys once when the pattern is on the terminal. */
export type Answer = readonly [pattern: RegExp, keys: string];

/** Whether `script` of util-linux is here, which runs a program on a terminal of its own. */
export const hasTerminal = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));

/** Runs a line of a shell on a terminal. Resolves with all that it showed, and its exit code. */
export async function runOnTerminal(
  line: string,
  { cwd, env, timeoutMs = 120_000 }: RunOptions,
  answers: readonly Answer[],
): Promise<{ readonly code: number; readonly shown: string }> {
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd,
    env: { ...process.env, ...env },
    timeout: timeoutMs,
  });
  const pending = [...answers];
  let shown = '';
  let from = 0;
  child.stdout.on('data', (text) => {
    shown += String(text);
    const at = pending.findIndex(([pattern]) => pattern.test(shown.slice(from)));
    const [answer] = at === -1 ? [] : pending.splice(at, 1);
    if (!answer) return;
    from = shown.length;
    child.stdin.write(answer[1]);
  });
  const [code] = await once(child, 'close');
  if (child.killed) throw new Error(`${line} took longer than ${timeoutMs} ms\n${shown}`);
  return { code, shown };
}
