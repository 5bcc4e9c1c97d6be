import { crashLoop, crashOf, frozenEngine, type ProcessEnd } from './engine-crash.ts';
import { engineUnavailable } from './engine-package.ts';
import { EngineProcess, type EngineProcessOptions } from './engine-process.ts';
import { EngineWatch, silenceMs } from './engine-watch.ts';
import type { Frame } from './frames.ts';

const mostCrashes = 5;
const crashPauseMs = 30_000;
const abortedMs = 1000;

interface Call {
  readonly kind: number;
  readonly text: string;
  readonly settle: (outcome: { readonly frame: Frame } | { readonly error: unknown }) => void;
  isAborted: boolean;
}

/**
 * Keeps one engine process for its calls. Starts it with the first call and after a crash, replaces it when
 * aborted calls hold it, and starts none for a while after too many crashes in a row.
 */
export class EngineSupervisor {
  readonly #options: EngineProcessOptions;
  readonly #calls = new Map<number, Call>();
  readonly #watch = new EngineWatch(
    () => this.#process?.send(0, 0, ''),
    () => this.#endFrozen(),
  );
  #process: EngineProcess | undefined;
  #isReady = false;
  #lastId = 0;
  #crashes = 0;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
  }

  /** The id of the current process. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Resolves with the engine's response. Rejects at once with `signal.reason` on abort. */
  async call(kind: number, text: string, signal?: AbortSignal): Promise<Frame> {
    signal?.throwIfAborted();
    if (this.#crashes >= mostCrashes) throw crashLoop(mostCrashes, crashPauseMs);
    // A frame that is sent in this moment would be lost.
    while (this.#process?.isGone) await this.#process.ended;
    signal?.throwIfAborted();
    this.#lastId = (this.#lastId % 0xffff_ffff) + 1;
    const id = this.#lastId;
    return new Promise<Frame>((resolve, reject) => {
      const abort = () => {
        call.isAborted = true;
        reject(signal?.reason);
        this.#updateKeepAlive();
        setTimeout(() => this.#replaceIfHeld(id), abortedMs).unref();
      };
      const call: Call = {
        kind,
        text,
        isAborted: false,
        settle: (outcome) => {
          signal?.removeEventListener('abort', abort);
          if ('frame' in outcome) resolve(outcome.frame);
          else reject(outcome.error);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#calls.set(id, call);
      this.#process ??= this.#start();
      this.#process.send(id, kind, text);
      this.#updateKeepAlive();
    });
  }

  /** Ends the process. A later call starts a new one. */
  async close(): Promise<void> {
    const process = this.#process;
    process?.keepAlive(true);
    process?.kill();
    await process?.ended;
  }

  #start(): EngineProcess {
    this.#isReady = false;
    const process: EngineProcess = new EngineProcess(this.#options, {
      onFrame: (frame) => {
        if (process === this.#process) this.#receive(frame);
      },
      onLife: () => {
        if (process === this.#process) this.#watch.noteLife();
      },
      onEnd: (end) => {
        if (process === this.#process) this.#fail(end);
      },
    });
    return process;
  }

  #receive(frame: Frame): void {
    if (frame.id === 0) {
      this.#isReady = true;
      this.#updateKeepAlive();
      return;
    }
    const call = this.#calls.get(frame.id);
    this.#calls.delete(frame.id);
    this.#crashes = 0;
    call?.settle({ frame });
    this.#updateKeepAlive();
  }

  #fail(end: ProcessEnd): void {
    const inFlight = this.#calls.size;
    this.#rejectAll(this.#isReady ? crashOf(end, inFlight) : notStarted(end));
  }

  #endFrozen(): void {
    this.#process?.kill();
    this.#rejectAll(frozenEngine(silenceMs));
  }

  /** The process is of no use any more. */
  #rejectAll(error: Error): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#process = undefined;
    this.#updateKeepAlive();
    if (calls.length === 0) return;
    this.#crashes += 1;
    setTimeout(() => {
      this.#crashes = 0;
    }, crashPauseMs).unref();
    for (const call of calls) call.settle({ error });
  }

  /**
   * The engine cannot be interrupted. If an aborted call still computes after a second, and holds a thread
   * that others wait for or computes for nobody, a new process takes over the other calls.
   */
  #replaceIfHeld(id: number): void {
    if (!this.#calls.get(id)?.isAborted) return;
    const live = [...this.#calls].filter(([, call]) => !call.isAborted);
    const aborted = this.#calls.size - live.length;
    if (live.length > 0 && aborted < this.#options.threads) return;
    this.#process?.kill();
    this.#process = undefined;
    this.#calls.clear();
    this.#updateKeepAlive();
    if (live.length === 0) return;
    this.#process = this.#start();
    for (const [liveId, call] of live) {
      this.#calls.set(liveId, call);
      this.#process.send(liveId, call.kind, call.text);
    }
    this.#updateKeepAlive();
  }

  #updateKeepAlive(): void {
    const isNeeded = [...this.#calls.values()].some((call) => !call.isAborted);
    this.#process?.keepAlive(isNeeded);
    // A process that starts loads its program and the engine on the thread that would answer.
    this.#watch.watch(isNeeded && this.#isReady);
  }
}

function notStarted({ ending, words }: ProcessEnd): Error {
  return engineUnavailable(
    'engine-not-started',
    `The process of the embedded engine did not start (${ending}). ${words || 'It gave no reason.'} ` +
      "Without processes, use embedded({ isolation: 'none' }).",
  );
}
