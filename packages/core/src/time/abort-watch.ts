/**
 * Adds one abort listener per signal, for any number of waiters. Adding a listener to a signal walks over all
 * its listeners, and a long-lived signal must not collect ours.
 */
export class AbortWatch<Waiter extends { readonly signal: AbortSignal | undefined }> {
  readonly #waiters = new Map<AbortSignal, Set<Waiter>>();
  readonly #onAbort: (event: Event) => void;

  constructor(reject: (waiter: Waiter, reason: unknown) => void, onRejected: () => void) {
    this.#onAbort = (event) => {
      const signal = event.target as AbortSignal;
      for (const waiter of this.#waiters.get(signal) ?? []) reject(waiter, signal.reason);
      onRejected();
    };
  }

  add(waiter: Waiter): void {
    const { signal } = waiter;
    if (signal === undefined) return;
    const waiters = this.#waiters.get(signal);
    if (waiters !== undefined) {
      waiters.add(waiter);
      return;
    }
    this.#waiters.set(signal, new Set([waiter]));
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  remove(waiter: Waiter): void {
    const { signal } = waiter;
    if (signal === undefined) return;
    const waiters = this.#waiters.get(signal);
    waiters?.delete(waiter);
    if (waiters?.size !== 0) return;
    this.#waiters.delete(signal);
    signal.removeEventListener('abort', this.#onAbort);
  }
}
