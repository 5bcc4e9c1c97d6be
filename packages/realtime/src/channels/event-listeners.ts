import type { OrgError } from '@org/core';
import { createListeners, type Listeners } from '../listeners.ts';
import { requireEventName } from '../protocol/event-name.ts';
import type { ChannelEvent } from './channel.ts';

/**
 * The listeners of one subscription, by the name of the event. A name without listeners is forgotten.
 *
 * @internal
 */
export interface EventListeners {
  /** Names that have listeners. */
  readonly size: number;
  has(event: string): boolean;
  add(event: string, listener: (event: ChannelEvent) => unknown): () => void;
  tell(event: ChannelEvent): void;
  clear(): void;
}

/** @internal */
export function createEventListeners(report: (error: OrgError) => void): EventListeners {
  const byEvent = new Map<string, Listeners<ChannelEvent>>();
  return {
    get size() {
      return byEvent.size;
    },
    has: (event) => byEvent.has(event),
    add(event, listener) {
      requireEventName(event);
      const listeners = byEvent.get(event) ?? createListeners<ChannelEvent>(`event "${event}"`, report);
      const off = listeners.add(listener);
      byEvent.set(event, listeners);
      return () => {
        off();
        if (listeners.size === 0 && byEvent.get(event) === listeners) byEvent.delete(event);
      };
    },
    tell: (event) => byEvent.get(event.name)?.tell(event),
    clear: () => byEvent.clear(),
  };
}
