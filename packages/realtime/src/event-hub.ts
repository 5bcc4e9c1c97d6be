import type { OrgError } from '@org/core';
import { wrongInput } from './internal/wrong-input.ts';
import { Listeners } from './listeners.ts';
import type { RealtimeEvent, RealtimeEventOf } from './realtime-events.ts';

type EventType = RealtimeEvent['type'];

const types = ['state', 'channel', 'gap', 'cache-miss', 'error'] satisfies EventType[];

/** The listeners of a client. @internal */
export class EventHub {
  readonly #listeners = new Listeners<EventType | 'onEvent', RealtimeEvent>((error) => this.report(error));
  #isReporting = false;

  constructor(onEvent: ((event: RealtimeEvent) => unknown) | undefined) {
    if (onEvent !== undefined) this.#listeners.add('onEvent', onEvent);
  }

  on<Type extends EventType>(type: Type, listener: (event: RealtimeEventOf<Type>) => unknown): () => void {
    if (!types.includes(type)) throw wrongInput('type', `on takes one of ${types.join(', ')}.`);
    return this.#listeners.add(type, listener as (event: RealtimeEvent) => unknown);
  }

  emit(event: RealtimeEvent): void {
    this.#listeners.emit('onEvent', event);
    this.#listeners.emit(event.type, event);
  }

  /** Emits an error. Ignores the error of a listener that threw because of it. */
  report(error: OrgError): void {
    if (this.#isReporting) return;
    this.#isReporting = true;
    this.emit({ type: 'error', error });
    this.#isReporting = false;
  }

  clear(): void {
    this.#listeners.clear();
  }
}
