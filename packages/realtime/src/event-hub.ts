import { wrongInput } from './internal/wrong-input.ts';
import { createListeners } from './listeners.ts';
import type { ErrorEvent, RealtimeEvent, RealtimeEventOf } from './realtime-events.ts';

/** Tells the application what happens. @internal */
export interface EventHub {
  on<Type extends RealtimeEvent['type']>(
    type: Type,
    listener: (event: RealtimeEventOf<Type>) => unknown,
  ): () => void;
  tell(event: RealtimeEvent): void;
  clear(): void;
}

const types: ReadonlySet<string> = new Set([
  'state',
  'channel',
  'gap',
  'cache-miss',
  'error',
] satisfies RealtimeEvent['type'][]);

/** @internal */
export function createEventHub(onEvent: ((event: RealtimeEvent) => unknown) | undefined): EventHub {
  // A listener of errors that throws has nobody left to tell.
  let isReporting = false;
  const report = (error: ErrorEvent['error']) => {
    if (isReporting) return;
    isReporting = true;
    tell({ type: 'error', error });
    isReporting = false;
  };
  const listeners = createListeners<RealtimeEvent>('the client', report);
  const tell = (event: RealtimeEvent) => listeners.tell(event);
  if (onEvent !== undefined) listeners.add(onEvent);
  return {
    on(type, listener) {
      if (!types.has(type)) throw wrongInput('type', `on takes one of ${[...types].join(', ')}.`);
      if (typeof listener !== 'function') throw wrongInput('listener', 'A listener must be a function.');
      return listeners.add((event) =>
        event.type === type ? listener(event as Parameters<typeof listener>[0]) : undefined,
      );
    },
    tell,
    clear: () => listeners.clear(),
  };
}
