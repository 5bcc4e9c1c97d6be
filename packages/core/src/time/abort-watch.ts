/** A waiter in the list of waiters that share its signal. */
export interface SignalWaiter<Waiter> {
  readonly signal: AbortSignal | undefined;
  nextOfSignal: Waiter | undefined;
  previousOfSignal: Waiter | undefined;
}

/**
 * Adds one abort listener per signal, for any number of waiters. Adding a listener to a signal walks over all
 * its listeners, and a long-lived signal must not collect ours.
 */
export class AbortWatch<Waiter extends SignalWaiter<Waiter>> {
  readonly #first = new Map<AbortSignal, Waiter>();
  readonly #onAbort: (event: Event) => void;

  constructor(reject: (waiter: Waiter, reason: unknown) => void, onRejected: () => void) {
    this.#onAbort = (event) => {
      const signal = event.target as AbortSignal;
      let waiter = this.#first.get(signal);
      while (waiter !== undefined) {
        const next: Waiter | undefined = waiter.nextOfSignal;
        reject(waiter, signal.reason);
        waiter = next;
      }
      onRejected();
    };
  }

  add(waiter: Waiter): void {
    const { signal } = waiter;
    if (signal === undefined) return;
    const first = this.#first.get(signal);
    if (first === undefined) {
      this.#first.set(signal, waiter);
      signal.addEventListener('abort', this.#onAbort, { once: true });
      return;
    }
    // Inserted second: the first waiter stays in the map, and the list needs no tail.
    waiter.previousOfSignal = first;
    waiter.nextOfSignal = first.nextOfSignal;
    if (first.nextOfSignal !== undefined) first.nextOfSignal.previousOfSignal = waiter;
    first.nextOfSignal = waiter;
  }

  remove(waiter: Waiter): void {
    const { signal, nextOfSignal: next, previousOfSignal: previous } = waiter;
    if (signal === undefined) return;
    if (next !== undefined) next.previousOfSignal = previous;
    if (previous !== undefined) previous.nextOfSignal = next;
    else if (next !== undefined) this.#first.set(signal, next);
    else {
      this.#first.delete(signal);
      // An aborted signal has already removed the listener (`once`).
      if (!signal.aborted) signal.removeEventListener('abort', this.#onAbort);
    }
    waiter.nextOfSignal = undefined;
    waiter.previousOfSignal = undefined;
  }
}
