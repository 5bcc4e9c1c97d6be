import type { OrgError } from '@org/core';
import { ListenerError } from './errors/channel-errors.ts';
import { wrongInput } from './internal/wrong-input.ts';

type Listener<Event> = (event: Event) => unknown;

/** Listeners by name. A listener that throws or rejects does not stop the others. @internal */
export class Listeners<Name extends string, Event> {
  // Each registration is an object, so that the same function can be added twice and removed once.
  readonly #byName = new Map<Name, Set<{ readonly listener: Listener<Event> }>>();
  readonly #report: (error: OrgError) => void;

  constructor(report: (error: OrgError) => void) {
    this.#report = report;
  }

  /** Names that have listeners. */
  get size(): number {
    return this.#byName.size;
  }

  has(name: Name): boolean {
    return this.#byName.has(name);
  }

  /** Returns the function that removes the listener. @throws InvalidInputError */
  add(name: Name, listener: Listener<Event>): () => void {
    if (typeof listener !== 'function')
      throw wrongInput('listener', `The listener of "${name}" must be a function.`);
    const registration = { listener };
    const registrations = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, registrations.add(registration));
    return () => {
      registrations.delete(registration);
      if (registrations.size === 0 && this.#byName.get(name) === registrations) this.#byName.delete(name);
    };
  }

  emit(name: Name, event: Event): void {
    const failed = (cause: unknown) => {
      this.#report(
        new ListenerError({ message: `A listener of "${name}" threw.`, provider: 'realtime', cause }),
      );
    };
    const registrations = this.#byName.get(name) ?? new Set();
    for (const registration of [...registrations]) {
      if (!registrations.has(registration)) continue; // removed by an earlier listener
      try {
        const result = registration.listener(event);
        if (result instanceof Promise) result.catch(failed);
      } catch (cause) {
        failed(cause);
      }
    }
  }

  clear(): void {
    for (const registrations of this.#byName.values()) registrations.clear();
    this.#byName.clear();
  }
}
