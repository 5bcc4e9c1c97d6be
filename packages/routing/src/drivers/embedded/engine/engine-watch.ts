const turnMs = 2000;
const mostSilentTurns = 5;

/** How long a process may be silent while calls wait for it. */
export const silenceMs = turnMs * mostSilentTurns;

/**
 * Notices a process that is frozen (SIGSTOP, a paused container): asks for a sign of life while calls wait.
 * The engine computes on other threads than the one that answers. Turns are counted, not milliseconds: if
 * this process was suspended itself, the answer arrives before the next turn.
 */
export class EngineWatch {
  readonly #ask: () => void;
  readonly #onFrozen: () => void;
  #timer: NodeJS.Timeout | undefined;
  #silentTurns = 0;

  constructor(ask: () => void, onFrozen: () => void) {
    this.#ask = ask;
    this.#onFrozen = onFrozen;
  }

  /** The process gave a sign of life. */
  noteLife(): void {
    this.#silentTurns = 0;
  }

  /** Watches while calls wait. */
  watch(isNeeded: boolean): void {
    if (isNeeded === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#silentTurns = 0;
    this.#timer = isNeeded ? setInterval(() => this.#turn(), turnMs).unref() : undefined;
  }

  #turn(): void {
    if (this.#silentTurns === mostSilentTurns) {
      this.watch(false);
      this.#onFrozen();
      return;
    }
    this.#silentTurns += 1;
    this.#ask();
  }
}
