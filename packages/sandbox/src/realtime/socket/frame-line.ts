import type { CloseAction } from '../../faults/frame-action.ts';
import type { RealtimeClock } from '../clock.ts';
import type { FaultState, FrameSubject } from '../faults/fault-state.ts';

/** The connection of a line. */
export interface LineEnd {
  deliver(text: string): void;
  isFrozen(): boolean;
  end(action: 'cut' | 'stop-answering' | CloseAction): void;
}

/** The frames of one connection in one direction, with the active faults. */
export function createFrameLine(
  clock: RealtimeClock,
  faults: FaultState,
  { deliver, isFrozen, end }: LineEnd,
) {
  let waiting: { readonly text: string; readonly cancel: () => void }[] = [];
  let lastDueAt = 0;
  let held: string | undefined;

  const schedule = (text: string, delayMs: number): void => {
    const now = clock.now();
    // A shorter delay must not reorder frames.
    const dueAt = Math.max(now + delayMs, lastDueAt);
    if (dueAt <= now && waiting.length === 0) return void deliver(text);
    lastDueAt = dueAt;
    const frame = { text, cancel: clock.after(dueAt - now, () => release(frame)) };
    waiting.push(frame);
  };

  /** Delivers a frame, after those before it: timers of the same instant may fire in another order. */
  const release = (frame: (typeof waiting)[number]): void => {
    const due = waiting.slice(0, waiting.indexOf(frame) + 1);
    waiting = waiting.slice(due.length);
    for (const { text, cancel } of due) {
      cancel();
      if (!isFrozen()) deliver(text);
    }
  };

  const emit = (text: string, delayMs: number): void => {
    schedule(text, delayMs);
    if (held === undefined) return;
    const overtaken = held;
    held = undefined;
    schedule(overtaken, delayMs);
  };

  return {
    /** Whether frames wait. */
    get isBusy() {
      return waiting.length > 0 || held !== undefined;
    },
    send(text: string, subject: FrameSubject) {
      if (isFrozen()) return;
      const delayMs = subject.from === 'service' ? faults.delayMs : 0;
      const action = faults.takeFrame(subject);
      switch (action) {
        case undefined:
          return emit(text, delayMs);
        case 'drop':
          return;
        case 'swap':
          held = text;
          return;
        case 'malform':
          return emit(text.slice(0, -2), delayMs);
        case 'duplicate':
          emit(text, delayMs);
          return emit(text, delayMs);
        case 'cut':
        case 'stop-answering':
          return end(action);
      }
      if ('replace' in action) return emit(action.replace, delayMs);
      if ('delayMs' in action) return emit(text, delayMs + action.delayMs);
      end(action);
    },
    close() {
      for (const { cancel } of waiting) cancel();
      waiting = [];
    },
  };
}
