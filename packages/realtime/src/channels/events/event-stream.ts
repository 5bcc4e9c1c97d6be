import type { Runtime } from '@org/core';
import { EventOverflowError } from '../../errors/channel-errors.ts';
import { optionsBag, requireSignal, wrongInput } from '../../internal/wrong-input.ts';
import { type BoundedQueue, createBoundedQueue } from './bounded-queue.ts';
import { createQueue } from './queue.ts';

/** End and buffer of a stream of events. @public */
export interface StreamOptions {
  /** Ends the stream, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Unread events after a turn of the event loop. A reader that only reads never exceeds it.
   *
   * @defaultValue 100
   */
  readonly buffer?: number | undefined;
  /**
   * How to handle events beyond the buffer. `error`: the stream delivers the buffer and then throws an
   * `EventOverflowError`. `drop-oldest`: the stream drops the oldest events and counts them in `dropped` of
   * the next one.
   *
   * @defaultValue 'error'
   */
  readonly overflow?: 'error' | 'drop-oldest' | undefined;
}

interface Reader<Event> {
  resolve(result: IteratorResult<Event>): void;
  reject(error: unknown): void;
}

/**
 * A bounded queue between a channel and a `for await`. Calls `stopped` once, when it takes no more events.
 *
 * @internal
 */
export class EventStream<Event extends object> {
  readonly iterator: AsyncIterableIterator<Event>;
  readonly #signal: AbortSignal | undefined;
  readonly #stopped: () => void;
  readonly #unread: BoundedQueue<Event>;
  readonly #readers = createQueue<Reader<Event>>();
  #dropped = 0;
  #isOpen = true;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: StreamOptions | undefined, runtime: Runtime, stopped: () => void) {
    const { signal, buffer, overflow } = checked(options);
    this.#signal = signal;
    this.#stopped = stopped;
    this.#unread = createBoundedQueue({
      runtime,
      limit: buffer,
      overflowed: () => (overflow === 'error' ? this.#overflow(buffer) : this.#dropOldest(buffer)),
    });
    this.iterator = this.#createIterator();
    if (signal?.aborted) {
      this.#isOpen = false;
      this.#failure = { error: signal.reason };
    } else signal?.addEventListener('abort', this.#abort, { once: true });
  }

  push(event: Event): void {
    if (!this.#isOpen) return;
    this.#unread.push(event);
    const reader = this.#readers.shift();
    if (reader !== undefined) this.#settle(reader);
  }

  /** Delivers the unread events, then ends. */
  end(): void {
    this.#stop();
    for (let reader = this.#readers.shift(); reader !== undefined; reader = this.#readers.shift())
      this.#settle(reader);
  }

  /** Delivers the unread events, then throws. */
  fail(error: unknown): void {
    if (!this.#isOpen) return;
    this.#failure = { error };
    this.end();
  }

  readonly #abort = () => {
    this.#unread.truncate(0);
    this.fail(this.#signal?.reason);
  };

  #createIterator(): AsyncIterableIterator<Event> {
    const iterator: AsyncIterableIterator<Event> = {
      next: () => new Promise((resolve, reject) => this.#settle({ resolve, reject })),
      return: async () => {
        this.#unread.truncate(0);
        this.#failure = undefined;
        this.end();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  #overflow(buffer: number): void {
    this.#unread.truncate(buffer);
    this.fail(
      new EventOverflowError({
        message: `More than ${buffer} unread events: read faster, raise buffer, or set overflow.`,
        provider: 'realtime',
      }),
    );
  }

  #dropOldest(buffer: number): void {
    for (; this.#unread.size > buffer; this.#dropped += 1) this.#unread.shift();
  }

  #stop(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#unread.stop();
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#stopped();
  }

  #settle(reader: Reader<Event>) {
    const event = this.#unread.shift();
    if (event !== undefined) return reader.resolve({ done: false, value: this.#withDropped(event) });
    if (this.#failure !== undefined) {
      const { error } = this.#failure;
      this.#failure = undefined;
      return reader.reject(error);
    }
    return this.#isOpen ? this.#readers.push(reader) : reader.resolve({ done: true, value: undefined });
  }

  #withDropped(event: Event): Event {
    if (this.#dropped === 0) return event;
    const dropped = this.#dropped;
    this.#dropped = 0;
    return { ...event, dropped };
  }
}

function checked(options: StreamOptions | undefined) {
  const { signal, buffer = 100, overflow = 'error' } = optionsBag('options', options);
  requireSignal(signal);
  if (!Number.isSafeInteger(buffer) || buffer < 1)
    throw wrongInput('buffer', `buffer must be a whole number of at least 1, not ${buffer}.`);
  if (overflow !== 'error' && overflow !== 'drop-oldest')
    throw wrongInput('overflow', 'overflow must be "error" or "drop-oldest".');
  return { signal, buffer, overflow };
}
