import type { Runtime } from '@org/core';
import type { ChannelEvent } from '../channel.ts';
import { EventStream, type StreamOptions } from './event-stream.ts';

/** The open streams of one channel. */
export class EventStreams {
  readonly #runtime: Runtime;
  // Replaced, never changed: each stream removes itself while the others are iterated.
  #all: readonly EventStream<ChannelEvent>[] = [];

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** `listen` adds a listener, and returns the function that removes it. */
  open(
    options: StreamOptions | undefined,
    listen: (listener: (event: ChannelEvent) => void) => () => void,
  ): EventStream<ChannelEvent> {
    let off = () => {};
    const stream = new EventStream<ChannelEvent>(options, this.#runtime, () => {
      off();
      this.#all = this.#all.filter((each) => each !== stream);
    });
    if (options?.signal?.aborted) return stream;
    off = listen((event) => stream.push(event));
    this.#all = [...this.#all, stream];
    return stream;
  }

  fail(error: unknown): void {
    for (const stream of this.#all) stream.fail(error);
  }

  stop(): void {
    for (const stream of this.#all) stream.end();
  }
}
