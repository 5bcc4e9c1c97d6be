import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** Starts a script of this folder. It ends with the test, if not before. */
export function startProcess(script: string, ...args: readonly (string | number)[]): ChildProcess {
  const child = fork(new URL(script, import.meta.url), args.map(String), {
    execArgv: ['--conditions=@org/source', '--disable-warning=ExperimentalWarning'],
    detached: true, // a group of its own for the scheduler
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  prefer(child);
  return child;
}

/** The next message of a process. */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const [message] = await once(child, 'message');
  return message;
}

/**
 * Other programs must not delay what is measured. On Linux priorities count within a session only, so the
 * session gets one. Source: sched(7), autogroup.
 */
function prefer({ pid }: ChildProcess): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '-19');
  } catch {} // another system, or another user than root
}
