import { anySignal } from '../time/any-signal.ts';
import { throughLedger } from './ledger.ts';
import type { EndedPart, PartsOptions } from './parts-options.ts';

const unset = {
  signal: undefined,
  ordered: undefined,
  isFirstAlone: undefined,
  judge: undefined,
  ledger: undefined,
  skip: undefined,
};

interface Slot<Part, End> {
  readonly part: Part;
  readonly index: number;
  /** Set when the part has ended. */
  ended:
    | { readonly failed: false; readonly end: End }
    | { readonly failed: true; readonly error: unknown }
    | undefined;
}

/**
 * A bounded fan-out over parts, which yields their ends. The next part starts when the consumer asks for the
 * next end, so a slow consumer holds the run back. `return()` starts no part, aborts the signal of those in
 * flight and waits for them; `next()` then yields their ends. @public
 */
export class PartsRun<Part, End, Reason = unknown> implements AsyncIterable<EndedPart<Part, End>> {
  readonly #options: Required<PartsOptions<Part, End, Reason>>;
  readonly #left = new AbortController();
  /** In the order in which they started. */
  readonly #slots = new Set<Slot<Part, End>>();
  readonly #running = new Set<Promise<void>>();
  readonly #ends = this.#iterate();
  #signal: AbortSignal | undefined;
  #source: Iterator<Part> | AsyncIterator<Part> | undefined;
  #isReading = false;
  #isEnding = false;
  #width = 1;
  #index = 0;
  #skipped: { readonly reason: Reason } | undefined;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  readonly #onAbort = () => this.#fail(this.#options.signal?.reason);

  constructor(options: PartsOptions<Part, End, Reason>) {
    // A polluted `Object.prototype` sets no option.
    this.#options = { ...unset, ...options } as Required<PartsOptions<Part, End, Reason>>;
  }

  /** Aborts with the caller's signal, and when the run is left. */
  get signal(): AbortSignal {
    const { signal } = this.#options;
    this.#signal ??= signal === undefined ? this.#left.signal : anySignal(signal, this.#left.signal);
    return this.#signal;
  }

  next(): Promise<IteratorResult<EndedPart<Part, End>, void>> {
    return this.#ends.next();
  }

  async return(): Promise<IteratorResult<EndedPart<Part, End>, void>> {
    await this.#stop(new Error('The loop over the results was left.'));
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#iterate(): AsyncGenerator<EndedPart<Part, End>, void, undefined> {
    const { signal, concurrency, isFirstAlone, ordered = true } = this.#options;
    if (isFirstAlone !== true) this.#width = concurrency;
    if (signal?.aborted) this.#onAbort();
    else if (!this.#isEnding) signal?.addEventListener('abort', this.#onAbort, { once: true });
    for (;;) {
      const change = this.#change();
      this.#read();
      let slot: Slot<Part, End> | undefined;
      for (slot of this.#slots) if (ordered || slot.ended !== undefined) break;
      if (slot?.ended !== undefined) {
        const { index, part, ended } = slot;
        this.#slots.delete(slot);
        if (!ended.failed) yield { part, index, end: ended.end };
        // No work continues after the run has ended.
        else throw await this.#stop(ended.error);
      } else if (this.#slots.size > 0 || (this.#isReading && !this.#isEnding)) await change;
      else break;
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** A list is read as far as there are places; a part that is not there yet is awaited. */
  #read(): void {
    const { parts } = this.#options;
    while (!this.#isEnding && !this.#isReading && this.#slots.size < this.#width) {
      try {
        this.#source ??=
          Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
        const next = this.#source.next();
        if ('then' in next || typeof Object(next.value).then === 'function') void this.#await(next);
        else this.#receive(next.done, next.value);
      } catch (error) {
        this.#fail(error);
      }
    }
  }

  async #await(next: IteratorResult<Part> | Promise<IteratorResult<Part>>): Promise<void> {
    this.#isReading = true;
    try {
      const { done, value } = await next;
      this.#receive(done, done ? value : await value);
    } catch (error) {
      return this.#fail(error);
    }
    this.#isReading = false;
    this.#wake?.();
  }

  #receive(done: boolean | undefined, part: Part): void {
    if (done) {
      this.#source = undefined;
      this.#close();
    } else if (!this.#isEnding) this.#start(part);
  }

  #start(part: Part): void {
    const index = this.#index;
    const slot: Slot<Part, End> = { part, index, ended: undefined };
    this.#index += 1;
    this.#slots.add(slot);
    const running = this.#endOf(part, index)
      .then((end) => {
        const verdict = this.#options.judge?.(end, part, index);
        if (verdict?.fail !== undefined) this.#fail(verdict.fail.error);
        if (verdict?.skip !== undefined) this.#skipped ??= { reason: verdict.skip };
        slot.ended = { failed: false, end };
      })
      .catch((error: unknown) => {
        slot.ended = { failed: true, error };
        this.#end().catch(() => {});
      });
    this.#running.add(running);
    void running.then(() => {
      this.#width = this.#options.concurrency;
      this.#running.delete(running);
      this.#wake?.();
    });
  }

  #endOf(part: Part, index: number): Promise<End> {
    const { run, skip, ledger } = this.#options;
    const skipped = this.#skipped;
    const isSkipped = skipped !== undefined && skip !== undefined;
    const go = (start: () => Promise<void>) =>
      isSkipped ? skip(part, index, skipped.reason) : run(part, index, this, start);
    if (ledger === undefined) return go(async () => {});
    const signal = ledger.isInterruptible ? this.signal : undefined;
    return throughLedger(ledger, { part, index, isSkipped, signal }, go);
  }

  /** The caller's abort, an error of the source or a verdict. */
  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#end().catch(() => {});
  }

  async #stop(reason: unknown): Promise<unknown> {
    // A generator closes only after its pending read, which may never end.
    const wasReading = this.#isReading;
    const closing = this.#end();
    closing.catch(() => {});
    this.#left.abort(reason);
    await Promise.all(this.#running);
    if (!wasReading) await closing;
    return reason;
  }

  /** Reads no further part, and closes the source. */
  async #end(): Promise<void> {
    const source = this.#source;
    this.#source = undefined;
    this.#close();
    this.#wake?.();
    await source?.return?.();
  }

  #close(): void {
    this.#isEnding = true;
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** Runs all parts and returns their ends in order. The first rejection aborts the others. @public */
export async function allParts<Part, End, Reason = unknown>(
  options: PartsOptions<Part, End, Reason>,
): Promise<End[]> {
  const ends: End[] = [];
  for await (const { index, end } of new PartsRun({ ...options, ordered: false })) ends[index] = end;
  return ends;
}
