import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { ProcessEnd } from './engine-crash.ts';
import { engineProgram } from './engine-program.ts';
import { createFrameReader, type Frame, frameHeader } from './frames.ts';

/** How to start the engine in a process. */
export interface EngineProcessOptions {
  /** The file that loads the native binding. */
  readonly packagePath: string;
  /** The engine's configuration as JSON. */
  readonly config: string;
  /** Requests that the engine computes at the same time. */
  readonly threads: number;
}

export interface EngineProcessEvents {
  onFrame(frame: Frame): void;
  /** Bytes arrived: the process is not frozen. */
  onLife(): void;
  /** The process has ended, and all its responses have been received. */
  onEnd(end: ProcessEnd): void;
}

/** One process with an engine. It does not keep this process alive unless a call is in flight. */
export class EngineProcess {
  /** Resolves after `onEnd`. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #socket: Socket;
  #isGone = false;

  constructor(options: EngineProcessOptions, events: EngineProcessEvents) {
    const child = spawn(process.execPath, programArguments(options), {
      env: environmentOf(options.threads),
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    // A pipe of Node is a socket for both directions.
    this.#socket = child.stdio[3] as Socket;
    this.#socket.on('data', events.onLife);
    this.#socket.on('data', createFrameReader(events.onFrame));
    // A write to a process that has ended; `close` follows.
    this.#socket.on('error', () => {});
    let words = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-2000);
    });
    child.once('exit', () => {
      this.#isGone = true;
    });
    this.ended = new Promise((resolve) => {
      const end = (ending: string) => {
        this.#isGone = true;
        events.onEnd({ ending, words: words.trim() });
        resolve();
      };
      child.once('error', (cause) => end(cause.message));
      child.once('close', (code, signal) => end(signal ?? `exit ${code}`));
    });
    this.keepAlive(false);
    (child.stderr as Socket | null)?.unref();
  }

  /** The process id; `undefined` if the process did not start. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The process has ended, or its end is only not reported yet. */
  get isGone(): boolean {
    return this.#isGone;
  }

  send(id: number, kind: number, text: string): void {
    const payload = Buffer.from(text);
    this.#socket.cork();
    this.#socket.write(frameHeader(id, kind, payload.length));
    this.#socket.write(payload);
    this.#socket.uncork();
  }

  /** Whether this process stays alive for the sake of the engine. */
  keepAlive(isNeeded: boolean): void {
    const target = isNeeded ? 'ref' : 'unref';
    this.#child[target]();
    this.#socket[target]();
  }

  /** Ends the process at once. It has no state that could be lost. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

function programArguments({ packagePath, config }: EngineProcessOptions): string[] {
  return ['--eval', engineProgram, '--', packagePath, config];
}

/**
 * The whole environment of the engine: it gets no keys of this process, and no `NODE_OPTIONS`.
 *
 * glibc raises its threshold for mapped memory with the first large block that is freed, and keeps what is
 * below it. With a fixed threshold the memory of a matrix returns to the system. Source: mallopt(3).
 */
function environmentOf(threads: number): Record<string, string> {
  return {
    UV_THREADPOOL_SIZE: String(threads),
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '65536',
    MALLOC_TRIM_THRESHOLD_: '131072',
    // In Electron the executable is the application.
    ELECTRON_RUN_AS_NODE: '1',
  };
}
