import type { OrgError } from '@org/core';
import { ListenerError } from './errors/channel-errors.ts';
import { wrongInput } from './internal/wrong-input.ts';

type Listener<Event> = (event: Event) => unknown;

// Each registration is an object, so that the same function can be added twice and removed once.
interface Registration<Event> {
  readonly listener: Listener<Event>;
  isRemoved: boolean;
}

/** Listeners by name. A listener that throws or rejects does not stop the others. */
export class Listeners<Name extends string, Event> {
  // Arrays are replaced, never changed: `emit` iterates over one without a copy.
  // The map is made for the first listener: most of a program's lists stay empty.
  #byName: Map<Name, readonly Registration<Event>[]> | undefined;
  readonly #report: (error: OrgError, event: Event) => void;

  constructor(report: (error: OrgError, event: Event) => void) {
    this.#report = report;
  }

  has(name: Name): boolean {
    return this.#byName?.has(name) === true;
  }

  /** Returns the function that removes the listener. @throws InvalidInputError */
  add(name: Name, listener: Listener<Event>): () => void {
    if (typeof listener !== 'function')
      throw wrongInput('listener', `The listener ${of(name)} must be a function.`);
    const registration = { listener, isRemoved: false };
    this.#byName ??= new Map();
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), registration]);
    return () => this.#remove(name, registration);
  }

  emit(name: Name, event: Event): void {
    const registrations = this.#byName?.get(name);
    if (registrations === undefined) return;
    for (const registration of registrations) {
      if (registration.isRemoved) continue; // by an earlier listener
      try {
        const result = registration.listener(event);
        if (result instanceof Promise) result.catch((cause: unknown) => this.#failed(name, cause, event));
      } catch (cause) {
        this.#failed(name, cause, event);
      }
    }
  }

  clear(): void {
    for (const registrations of this.#byName?.values() ?? [])
      for (const registration of registrations) registration.isRemoved = true;
    this.#byName = undefined;
  }

  #remove(name: Name, registration: Registration<Event>): void {
    if (registration.isRemoved) return;
    registration.isRemoved = true;
    const rest = this.#byName?.get(name)?.filter((each) => each !== registration) ?? [];
    if (rest.length === 0) this.#byName?.delete(name);
    else this.#byName?.set(name, rest);
  }

  #failed(name: Name, cause: unknown, event: Event): void {
    const message = `A listener ${of(name)} threw.`;
    this.#report(new ListenerError({ message, provider: 'realtime', cause }), event);
  }
}

/** Listeners of all events have an empty name. */
function of(name: string): string {
  return name === '' ? 'of all events' : `of "${name}"`;
}
