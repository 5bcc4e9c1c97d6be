import type { Runtime } from '../time/runtime.ts';
import type { RedisStore } from './store.ts';

// Clients keep commands while they are offline; this many of ours, and no more.
const mostUnanswered = 4;

/** The store did not answer in time, or refused. @internal */
export class StoreFailure {
  /** `timeout`, or the code of the store's or the client's error. */
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** @internal */
export interface ScriptRunnerOptions {
  readonly store: RedisStore;
  readonly script: string;
  readonly runtime: Runtime;
  readonly timeoutMs: number;
}

/** Runs a script by its digest, and sends the text only to a server that has not seen it, or lost it. @internal */
export class ScriptRunner {
  readonly #options: ScriptRunnerOptions;
  #digest: Promise<string> | undefined;
  #unanswered = 0;

  constructor(options: ScriptRunnerOptions) {
    this.#options = options;
  }

  /** Rejects with a {@link StoreFailure}. */
  async run(keys: readonly string[], args: readonly string[]): Promise<string> {
    const { store, script } = this.#options;
    this.#digest ??= sha1(script);
    const digest = await this.#digest;
    try {
      return await this.#bounded(() => store.evalsha(digest, keys, args));
    } catch (error) {
      if (!(error instanceof StoreFailure) || error.reason !== 'NOSCRIPT') throw error;
      return await this.#bounded(() => store.eval(script, keys, args));
    }
  }

  /** Clients wait for as long as a server is away, so the wait is bounded here. */
  async #bounded(send: () => Promise<unknown>): Promise<string> {
    if (this.#unanswered >= mostUnanswered) throw new StoreFailure('timeout');
    const { runtime, timeoutMs } = this.#options;
    const bound = new AbortController();
    const late = runtime.sleep(timeoutMs, bound.signal).then(() => {
      throw new StoreFailure('timeout');
    });
    late.catch(() => undefined);
    try {
      return String(await Promise.race([this.#counted(send), late]));
    } catch (error) {
      throw error instanceof StoreFailure ? error : new StoreFailure(reasonOf(error));
    } finally {
      bound.abort();
    }
  }

  async #counted(send: () => Promise<unknown>): Promise<unknown> {
    this.#unanswered += 1;
    try {
      return await send();
    } finally {
      this.#unanswered -= 1;
    }
  }
}

// Servers begin an error with its code in capitals; the text behind it may name addresses, so it goes no further. Before Redis 7 what stopped a
// command of a script stands inside an `ERR` about the script, with its hyphen.
const serverCode = /^(?:ERR .* -)?([A-Z]{3,20})\b/;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return serverCode.exec(error.message)?.[1] ?? (typeof code === 'string' ? code : error.name);
}

async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
