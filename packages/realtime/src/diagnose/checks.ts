import type { Runtime } from '@org/core';
import type { DiagnosticCheck, DiagnosticCheckName } from './report.ts';

/** Runs one check: what it resolves with becomes the detail, what it rejects with the reason. */
export type Check = () => Promise<string>;

/** The reason of a check that cannot run here. */
export class Skipped extends Error {}

/** The checks of one diagnosis, and their common deadline. */
export class Checks {
  readonly results: DiagnosticCheck[] = [];
  readonly signal: AbortSignal;
  readonly #runtime: Runtime;
  readonly #hide: (text: string) => string;

  /** `hide` removes the app key from a text. */
  constructor(runtime: Runtime, hide: (text: string) => string, signal: AbortSignal) {
    this.#runtime = runtime;
    this.#hide = hide;
    this.signal = signal;
  }

  /** Returns whether it was successful. */
  async run(name: DiagnosticCheckName, check: Check): Promise<boolean> {
    const startedMs = this.#runtime.monotonic();
    const [outcome, detail] = await this.#outcomeOf(check);
    this.results.push({
      name,
      outcome,
      elapsedMs: this.#runtime.monotonic() - startedMs,
      detail: this.#hide(detail),
    });
    return outcome === 'ok';
  }

  skip(name: DiagnosticCheckName, detail: string): void {
    this.results.push({ name, outcome: 'skipped', elapsedMs: 0, detail });
  }

  async #outcomeOf(check: Check): Promise<readonly [DiagnosticCheck['outcome'], string]> {
    try {
      return ['ok', await unlessAborted(check, this.signal)];
    } catch (error) {
      if (this.signal.aborted) return ['failed', 'not complete within timeoutMs'];
      return [error instanceof Skipped ? 'skipped' : 'failed', describe(error)];
    }
  }
}

function unlessAborted(check: Check, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    check()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

/** A network error's code says more than its message, which may contain an address. */
function describe(error: unknown): string {
  const { code, message } = Object(error);
  const isNetworkCode = typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code);
  return isNetworkCode ? code : String(message ?? error).slice(0, 300);
}
