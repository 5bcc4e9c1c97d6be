import type { Runtime } from '@org/core';
import { EventOverflowError } from '../../errors/channel-errors.ts';
import { BoundedQueue } from '../../internal/bounded-queue.ts';
import { Queue } from '../../internal/queue.ts';
import { readCallOptions } from '../../internal/read-options.ts';
import { requireSignal, wrongInput } from '../../internal/wrong-input.ts';

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
   * `EventOverflowError`. `drop-oldest` and `drop-newest`: the stream drops the oldest or the newest events,
   * and counts them in `dropped` of the event after them.
   *
   * @defaultValue 'error'
   */
  readonly overflow?: 'error' | 'drop-oldest' | 'drop-newest' | undefined;
}

type OverflowRule = NonNullable<StreamOptions['overflow']>;
const rules: readonly OverflowRule[] = ['error', 'drop-oldest', 'drop-newest'];

interface Reader<Event> {
  resolve(result: IteratorResult<Event>): void;
  reject(error: unknown): void;
}

/**
 * A bounded queue between a channel and a `for await`. Calls `stopped` once, when it takes no more events.
 */
export class EventStream<Event extends object> {
  readonly iterator: AsyncIterableIterator<Event> = {
    next: () => new Promise((resolve, reject) => this.#settle({ resolve, reject })),
    return: async () => {
      this.#unread.truncate(0);
      this.#failure = undefined;
      this.end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => this.iterator,
  };
  readonly #signal: AbortSignal | undefined;
  readonly #stopped: () => void;
  readonly #unread: BoundedQueue<Event>;
  readonly #readers = new Queue<Reader<Event>>();
  readonly #overflow: OverflowRule;
  #dropped = 0;
  #isOpen = true;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: StreamOptions | undefined, runtime: Runtime, stopped: () => void) {
    const { signal, buffer, overflow } = checked(options);
    this.#signal = signal;
    this.#overflow = overflow;
    this.#stopped = stopped;
    this.#unread = new BoundedQueue({
      runtime,
      limit: buffer,
      overflow,
      overflowed: (_count, events) => {
        // One of them may have counted those that were dropped before it.
        for (const { dropped = 0 } of events as readonly { readonly dropped?: number }[])
          this.#dropped += 1 + dropped;
        if (overflow === 'error') this.fail(overflowError(buffer));
      },
    });
    if (signal?.aborted) {
      this.#isOpen = false;
      this.#failure = { error: signal.reason };
    } else signal?.addEventListener('abort', this.#abort, { once: true });
  }

  push(event: Event): void {
    if (!this.#isOpen) return;
    this.#unread.push(this.#overflow === 'drop-newest' ? this.#withDropped(event) : event);
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

  #stop(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#unread.stop();
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#stopped();
  }

  #settle(reader: Reader<Event>) {
    const event = this.#unread.shift();
    if (event !== undefined) return reader.resolve({ done: false, value: this.#read(event) });
    if (this.#failure !== undefined) {
      const { error } = this.#failure;
      this.#failure = undefined;
      return reader.reject(error);
    }
    return this.#isOpen ? this.#readers.push(reader) : reader.resolve({ done: true, value: undefined });
  }

  #read(event: Event): Event {
    return this.#overflow === 'drop-oldest' ? this.#withDropped(event) : event;
  }

  #withDropped(event: Event): Event {
    if (this.#dropped === 0) return event;
    const dropped = this.#dropped;
    this.#dropped = 0;
    return { ...event, dropped };
  }
}

function checked(options: StreamOptions | undefined) {
  const read = readCallOptions('options', options, { signal: undefined, buffer: 100, overflow: 'error' });
  const { signal, buffer, overflow } = read;
  requireSignal(signal);
  if (!Number.isSafeInteger(buffer) || buffer < 1)
    throw wrongInput('buffer', 'buffer must be a whole number of at least 1.');
  if (!rules.includes(overflow)) throw wrongInput('overflow', `overflow must be one of ${rules.join(', ')}.`);
  return read;
}

function overflowError(buffer: number): EventOverflowError {
  return new EventOverflowError({
    message: `More than ${buffer} unread events: read faster, raise buffer, or set overflow.`,
    provider: 'realtime',
  });
}
