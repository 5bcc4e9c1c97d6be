/** A waiter in the chain of those that share its signal. @internal */
export interface SignalWaiter<Waiter> {
  readonly signal: AbortSignal | undefined;
  nextOfSignal: Waiter | undefined;
  previousOfSignal: Waiter | undefined;
}

/**
 * One listener per signal, however many wait with it: adding a listener to a signal that has many costs a walk over all of them, and a
 * signal that lives long must not collect ours.
 *
 * @internal
 */
export class AbortWatch<Waiter extends SignalWaiter<Waiter>> {
  readonly #first = new Map<AbortSignal, Waiter>();
  readonly #onAbort: (event: Event) => void;

  constructor(abandon: (waiter: Waiter, reason: unknown) => void, afterwards: () => void) {
    this.#onAbort = (event) => {
      const signal = event.target as AbortSignal;
      let waiter = this.#first.get(signal);
      while (waiter !== undefined) {
        const next: Waiter | undefined = waiter.nextOfSignal;
        abandon(waiter, signal.reason);
        waiter = next;
      }
      afterwards();
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
    // Second place: the first stays in the map, and the newest need not be found again.
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
      // A signal that has fired has let go of the listener by itself.
      if (!signal.aborted) signal.removeEventListener('abort', this.#onAbort);
    }
    waiter.nextOfSignal = undefined;
    waiter.previousOfSignal = undefined;
  }
}
