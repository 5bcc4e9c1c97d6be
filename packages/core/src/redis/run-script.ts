import { encodeHex, utf8 } from '../encoding/encoding.ts';
import type { Runtime } from '../time/runtime.ts';
import { withinTime } from '../time/until-aborted.ts';
import type { RedisStore } from './store.ts';

/** The store did not reply in time, or replied with an error. */
export class StoreFailure {
  /** `timeout`, or the code of the store's or the client's error. */
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export interface ScriptRunnerOptions {
  readonly store: RedisStore;
  readonly script: string;
  readonly runtime: Runtime;
  readonly timeoutMs: number;
  /** Clients queue commands while they are offline: above this number, `run` fails at once. */
  readonly maxUnanswered: number;
}

/** Runs a script by its digest. Sends the text only to a server that does not have it. */
export class ScriptRunner {
  readonly #options: ScriptRunnerOptions;
  #digest: Promise<string> | undefined;
  #unanswered = 0;

  constructor(options: ScriptRunnerOptions) {
    this.#options = options;
  }

  /** @throws StoreFailure */
  async run(keys: readonly string[], args: readonly string[]): Promise<string> {
    const { store, script } = this.#options;
    this.#digest ??= sha1(script);
    const digest = await this.#digest;
    try {
      return await this.#runBounded(() => store.evalsha(digest, keys, args));
    } catch (error) {
      if (!(error instanceof StoreFailure) || error.reason !== 'NOSCRIPT') throw error;
      return await this.#runBounded(() => store.eval(script, keys, args));
    }
  }

  /** Bounds the wait: clients wait without a limit while a server is unavailable. */
  async #runBounded(send: () => Promise<unknown>): Promise<string> {
    const { runtime, timeoutMs, maxUnanswered } = this.#options;
    if (this.#unanswered >= maxUnanswered) throw new StoreFailure('timeout');
    try {
      const timedOut = () => new StoreFailure('timeout');
      return String(await withinTime(this.#runCounted(send), timeoutMs, runtime, timedOut));
    } catch (error) {
      throw error instanceof StoreFailure ? error : new StoreFailure(reasonOf(error));
    }
  }

  async #runCounted(send: () => Promise<unknown>): Promise<unknown> {
    this.#unanswered += 1;
    try {
      return await send();
    } finally {
      this.#unanswered -= 1;
    }
  }
}

// Servers start an error with its code in capitals. The text after it may name addresses, so it is dropped.
// Before Redis 7, the error of a command in a script is inside an `ERR` about the script, after a hyphen.
const serverCode = /^(?:ERR .* -)?([A-Z]{3,20})\b/;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return serverCode.exec(error.message)?.[1] ?? (typeof code === 'string' ? code : error.name);
}

async function sha1(text: string): Promise<string> {
  const bytes = utf8(text) as BufferSource;
  return encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-1', bytes)));
}
