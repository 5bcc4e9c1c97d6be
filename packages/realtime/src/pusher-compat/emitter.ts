/** A callback of `bind`: it gets the data, and the metadata of an event of a channel. @public */
export type EventCallback = (...given: never[]) => unknown;
/** A callback of `bind_global`: it gets the name of each event, and the data. @public */
export type GlobalCallback = (event: string, data: never) => unknown;

interface Binding {
  readonly callback: EventCallback;
  readonly context: unknown;
}

/** Callbacks by the name of an event, in the order of their `bind`, with the methods of pusher-js. @public */
export class Emitter {
  // Arrays grow in place and are replaced when they shrink: a callback that `bind` adds during an event of
  // that name gets it, as in pusher-js.
  #bindings = new Map<string, Binding[]>();
  #globals: GlobalCallback[] = [];
  readonly #unheard: ((event: string, data: unknown) => void) | undefined;

  /** @param unheard called with the events that no callback is bound to by name */
  constructor(unheard?: (event: string, data: unknown) => void) {
    this.#unheard = unheard;
  }

  /** Adds a callback of the events with this name. */
  bind(event: string, callback: EventCallback, context?: unknown): this {
    const bindings = this.#bindings.get(event) ?? [];
    bindings.push({ callback, context });
    this.#bindings.set(event, bindings);
    return this;
  }

  /** Adds a callback of all events. */
  bind_global(callback: GlobalCallback): this {
    this.#globals.push(callback);
    return this;
  }

  /** Removes the callbacks that match all that is given; all of them without arguments. */
  unbind(event?: string | null, callback?: EventCallback | null, context?: unknown): this {
    const names = event ? [event] : [...this.#bindings.keys()];
    for (const name of names) {
      const kept = (this.#bindings.get(name) ?? []).filter(
        (each) =>
          (callback != null && callback !== each.callback) || (context != null && context !== each.context),
      );
      if (kept.length > 0) this.#bindings.set(name, kept);
      else this.#bindings.delete(name);
    }
    return this;
  }

  /** Removes this callback of all events, or all such callbacks. */
  unbind_global(callback?: GlobalCallback): this {
    this.#globals = callback === undefined ? [] : this.#globals.filter((each) => each !== callback);
    return this;
  }

  /** Removes all callbacks. */
  unbind_all(): this {
    return this.unbind().unbind_global();
  }

  /** Calls the callbacks of all events, then those of this one. */
  emit(event: string, data?: unknown, metadata?: unknown): this {
    for (const callback of this.#globals) call(callback as never, undefined, [event, data]);
    const given = metadata === undefined ? (data ? [data] : []) : [data, metadata];
    const bindings = this.#bindings.get(event);
    for (const { callback, context } of bindings ?? []) call(callback, context, given);
    if (bindings === undefined) this.#unheard?.(event, data);
    return this;
  }
}

/** A callback that throws does not stop the others. Its error is uncaught, as in pusher-js. */
function call(callback: EventCallback, context: unknown, given: readonly unknown[]): void {
  try {
    callback.apply(context ?? globalThis, given as never);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
