import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that answers each message with one message. It ends when it is disposed of. */
export interface Child<Answer> extends AsyncDisposable {
  readonly first: Answer;
  ask(message: unknown): Promise<Answer>;
  /** Waits for another message. */
  next(): Promise<Answer>;
}

/** Starts a script of this folder and waits for its first message. */
export async function startChild<Answer>(
  script: string,
  { args = [], execArgv = [] }: { args?: readonly string[]; execArgv?: readonly string[] } = {},
): Promise<Child<Answer>> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, [...args], { execArgv: [...execArgv] });
  return {
    first: await nextMessage(child),
    ask(message) {
      child.send(message as object);
      return nextMessage(child);
    },
    next: () => nextMessage(child),
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function nextMessage<Answer>(child: ChildProcess): Promise<Answer> {
  const gone = new AbortController();
  const exited = once(child, 'exit', gone).then(([code]) => {
    throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${code}`);
  });
  exited.catch(() => {});
  try {
    const [message] = await Promise.race([once(child, 'message', gone), exited]);
    return message as Answer;
  } finally {
    gone.abort();
  }
}
