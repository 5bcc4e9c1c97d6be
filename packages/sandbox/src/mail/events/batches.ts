import type { Webhook } from '../store/mail-store.ts';
import type { MailEvent } from './mail-event.ts';
import type { Timers } from './timers.ts';

/** Real services collect for up to some seconds. */
const collectMs = 100;

/** Joins the events for one webhook into requests of at most `max`. */
export type Batches = ReturnType<typeof createBatches>;

export function createBatches(timers: Timers, send: (hook: Webhook, events: readonly MailEvent[]) => void) {
  const open = new Map<string, MailEvent[]>();
  const flush = (hook: Webhook): void => {
    const events = open.get(hook.id) ?? [];
    open.delete(hook.id);
    if (events.length > 0) send(hook, events);
  };
  return {
    add: (hook: Webhook, event: MailEvent, max: number) => {
      const events = open.get(hook.id);
      if (max === 1) send(hook, [event]);
      else if (events === undefined) {
        open.set(hook.id, [event]);
        if (!timers.later(collectMs, () => flush(hook))) flush(hook);
      } else {
        events.push(event);
        if (events.length >= max) flush(hook);
      }
    },
  };
}
