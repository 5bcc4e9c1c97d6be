import type { OrgError } from '@org/core';
import { ListenerError } from './errors/channel-errors.ts';
import { wrongInput } from './internal/wrong-input.ts';

/** Listeners of one kind of event. One that throws, or rejects, does not keep the others from being called. @internal */
export interface Listeners<Event> {
  readonly size: number;
  add(listener: (event: Event) => unknown): () => void;
  tell(event: Event): void;
  clear(): void;
}

/** @internal */
export function createListeners<Event>(what: string, report: (error: OrgError) => void): Listeners<Event> {
  // Each registration is its own, so that the same function may be added twice and taken away once.
  const registrations = new Set<{ readonly listener: (event: Event) => unknown }>();
  const failed = (cause: unknown) => {
    report(new ListenerError({ message: `A listener of ${what} threw.`, provider: 'realtime', cause }));
  };
  return {
    get size() {
      return registrations.size;
    },
    add(listener) {
      if (typeof listener !== 'function')
        throw wrongInput('listener', `A listener of ${what} must be a function.`);
      const registration = { listener };
      registrations.add(registration);
      return () => void registrations.delete(registration);
    },
    tell(event) {
      for (const registration of [...registrations]) {
        // One of those before may have taken this one away.
        if (!registrations.has(registration)) continue;
        try {
          const result = registration.listener(event);
          if (result instanceof Promise) result.catch(failed);
        } catch (cause) {
          failed(cause);
        }
      }
    },
    clear: () => registrations.clear(),
  };
}
