import type { Runtime } from '@org/core';
import { createBoundedQueue } from '../bounded-queue.ts';
import { EventOverflowError } from '../errors/channel-errors.ts';
import { optionsBag, requireSignal, wrongInput } from '../internal/wrong-input.ts';
import { createQueue } from '../queue.ts';

/** How a stream of events ends, and how many it holds. @public */
export interface StreamOptions {
  /** Ends the stream; it throws the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Events that may be unread after a turn of the event loop: a reader that only reads is never too slow.
   *
   * @defaultValue 100
   */
  readonly buffer?: number | undefined;
  /**
   * What happens to events beyond the buffer. `error`: the stream delivers the buffer and then throws an
   * `EventOverflowError`. `drop-oldest`: the oldest are dropped, and the next event says how many, as
   * `dropped`.
   *
   * @defaultValue 'error'
   */
  readonly overflow?: 'error' | 'drop-oldest' | undefined;
}

/** The end that is written to. @internal */
export interface EventStream<Event> {
  readonly iterator: AsyncIterableIterator<Event>;
  push(event: Event): void;
  /** Delivers the unread events, then ends. */
  end(): void;
  /** Delivers the unread events, then throws. */
  fail(error: unknown): void;
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
export function createEventStream<Event extends object>(
  options: StreamOptions | undefined,
  runtime: Runtime,
  stopped: () => void,
): EventStream<Event> {
  const { signal, buffer, overflow } = checked(options);
  const unread = createBoundedQueue<Event>({ runtime, limit: buffer, overflowed: () => overflowed() });
  const readers = createQueue<Reader<Event>>();
  let dropped = 0;
  let isOpen = !signal?.aborted;
  let failure: { readonly error: unknown } | undefined = isOpen ? undefined : { error: signal?.reason };

  const overflowed = () => {
    if (overflow === 'error') {
      unread.truncate(buffer);
      return fail(tooSlow(buffer));
    }
    for (; unread.size > buffer; dropped += 1) unread.shift();
  };
  const stop = () => {
    if (!isOpen) return;
    isOpen = false;
    unread.stop();
    signal?.removeEventListener('abort', abort);
    stopped();
  };
  const finishReaders = () => {
    for (let reader = readers.shift(); reader !== undefined; reader = readers.shift()) settle(reader);
  };
  const settle = (reader: Reader<Event>) => {
    const event = unread.shift();
    if (event !== undefined) return reader.resolve({ done: false, value: withNotice(event) });
    if (failure !== undefined) {
      const { error } = failure;
      failure = undefined;
      return reader.reject(error);
    }
    return isOpen ? readers.push(reader) : reader.resolve({ done: true, value: undefined });
  };
  const withNotice = (event: Event): Event => {
    if (dropped === 0) return event;
    const noted = { ...event, dropped };
    dropped = 0;
    return noted;
  };
  const fail = (error: unknown) => {
    if (!isOpen) return;
    failure = { error };
    stop();
    finishReaders();
  };
  const abort = () => {
    unread.truncate(0);
    fail(signal?.reason);
  };
  const push = (event: Event) => {
    if (!isOpen) return;
    unread.push(event);
    const reader = readers.shift();
    if (reader !== undefined) settle(reader);
  };
  const end = () => {
    stop();
    finishReaders();
  };

  if (isOpen) signal?.addEventListener('abort', abort, { once: true });
  const iterator: AsyncIterableIterator<Event> = {
    next: () => new Promise((resolve, reject) => settle({ resolve, reject })),
    async return() {
      unread.truncate(0);
      failure = undefined;
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return iterator;
    },
  };
  return { iterator, push, end, fail };
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

function tooSlow(buffer: number): EventOverflowError {
  return new EventOverflowError({
    message: `More than ${buffer} unread events. Read faster, raise buffer, or set overflow: 'drop-oldest'.`,
    provider: 'realtime',
  });
}
