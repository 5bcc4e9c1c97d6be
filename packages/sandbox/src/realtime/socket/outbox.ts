import type { RealtimeClock } from '../clock.ts';
import type { FaultState } from '../faults/fault-state.ts';
import type { Frame } from '../frames.ts';

/** The outgoing frames of one connection, with the active faults. */
export interface Outbox {
  send(frame: Frame): void;
  close(): void;
}

export function createOutbox(
  clock: RealtimeClock,
  faults: FaultState,
  write: (text: string) => void,
): Outbox {
  const waiting = new Set<() => void>();
  let lastDueAt = 0;
  let held: string | undefined;

  const schedule = (text: string): void => {
    const now = clock.now();
    // A shorter delay must not reorder frames.
    const dueAt = Math.max(now + faults.delayMs, lastDueAt);
    if (dueAt <= now) return void write(text);
    lastDueAt = dueAt;
    const cancel = clock.after(dueAt - now, () => {
      waiting.delete(cancel);
      if (!faults.isSilent) write(text);
    });
    waiting.add(cancel);
  };

  const emit = (text: string): void => {
    schedule(text);
    if (held === undefined) return;
    const overtaken = held;
    held = undefined;
    schedule(overtaken);
  };

  return {
    send({ event, text }) {
      if (faults.isSilent) return;
      switch (faults.frames.take(event)) {
        case 'drop':
          return;
        case 'swap':
          held = text;
          return;
        case 'malform':
          return emit(text.slice(0, -2));
        case 'duplicate':
          emit(text);
          return emit(text);
        case undefined:
          return emit(text);
      }
    },
    close() {
      for (const cancel of waiting) cancel();
      waiting.clear();
    },
  };
}
