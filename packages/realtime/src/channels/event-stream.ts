import { EventOverflowError } from '../errors/channel-errors.ts';
import { wrongInput } from '../internal/wrong-input.ts';

/** How a stream of events ends, and how many it holds. @public */
export interface StreamOptions {
  /** Ends the stream; it throws the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Events that may wait to be read. @defaultValue 100 */
  readonly buffer?: number | undefined;
  /**
   * What happens to one more. `error`: the stream delivers what waits and then throws an `EventOverflowError`. `drop-oldest`: the oldest is lost, and the next
   * one delivered says how many were, as `dropped`.
   *
   * @defaultValue 'error'
   */
  readonly overflow?: 'error' | 'drop-oldest' | undefined;
}

/** The end that is written to. @internal */
export interface EventStream<Event> {
  readonly iterator: AsyncIterableIterator<Event>;
  push(event: Event): void;
  /** Delivers what waits, then ends. */
  end(): void;
  /** Delivers what waits, then throws. */
  fail(error: unknown): void;
}

interface Reader<Event> {
  resolve(result: IteratorResult<Event>): void;
  reject(error: unknown): void;
}

/** A bounded queue between a channel and a `for await`. `stopped` is called once, when nothing more will be taken. @internal */
export function createEventStream<Event extends object>(
  options: StreamOptions,
  stopped: () => void,
): EventStream<Event> {
  const { signal, buffer = 100, overflow = 'error' } = options;
  if (!Number.isSafeInteger(buffer) || buffer < 1)
    throw wrongInput('buffer', 'buffer must be a whole number from 1.');
  const waiting: Event[] = [];
  const readers: Reader<Event>[] = [];
  let dropped = 0;
  let isOpen = !signal?.aborted;
  let failure: { readonly error: unknown } | undefined = isOpen ? undefined : { error: signal?.reason };

  const stop = () => {
    if (!isOpen) return;
    isOpen = false;
    signal?.removeEventListener('abort', abort);
    stopped();
  };
  const finishReaders = () => {
    for (const reader of readers.splice(0)) settle(reader);
  };
  const settle = (reader: Reader<Event>) => {
    const event = waiting.shift();
    if (event !== undefined) return reader.resolve({ done: false, value: withNotice(event) });
    if (failure !== undefined) {
      const { error } = failure;
      failure = undefined;
      return reader.reject(error);
    }
    return isOpen ? void readers.push(reader) : reader.resolve({ done: true, value: undefined });
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
    waiting.length = 0;
    fail(signal?.reason);
  };
  const push = (event: Event) => {
    if (!isOpen) return;
    if (waiting.length >= buffer) {
      if (overflow === 'error') return fail(overflowed(buffer));
      waiting.shift();
      dropped += 1;
    }
    waiting.push(event);
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
      waiting.length = 0;
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

function overflowed(buffer: number): EventOverflowError {
  return new EventOverflowError({
    message: `More than ${buffer} events waited to be read. Read faster, raise buffer, or set overflow to "drop-oldest".`,
    provider: 'realtime',
  });
}
